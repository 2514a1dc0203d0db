/** Context of a suite: a running service on a database, and two isolated accounts in it. */
import type { Agent } from 'undici'
import type { HostileService } from './service.ts'
import { sendRequest, type HttpResponse, type RequestOptions } from './http-client.ts'

/** The sender: a session, with its origin, or a key, or an anonymous caller. */
export interface Caller {
  name: string
  headers: Record<string, string>
  isSession: boolean
}

export const anonymous: Caller = { name: 'nobody', headers: {}, isSession: false }

export interface Account {
  id: string
  email: string
  owner: Caller
  operator: Caller
  viewer: Caller
  writeKey: Caller
  readKey: Caller
  /** Ids of the people, by role. */
  people: { owner: string; operator: string; viewer: string }
  /** A unique word in the names of all objects of the account. */
  word: string
}

export interface Accounts {
  one: Account
  two: Account
}

export interface CallOptions extends Omit<RequestOptions, 'headers'> {
  as?: Caller
  headers?: Record<string, string>
}

export interface SuiteContext extends Accounts {
  service: HostileService
  agent: Agent
  /** Origin for the suite's requests: the service, or the faulty proxy in front of it. */
  url: string
  /** A tenth of the cases. */
  isQuick: boolean
  /** `path` below /api: "/flow/". */
  call: (method: string, path: string, options?: CallOptions) => Promise<HttpResponse>
}

/** Headers of a caller at an origin. */
export const headersOf = ({ headers, isSession }: Caller, origin: string): Record<string, string> =>
  isSession ? { ...headers, origin } : headers

export function createContext(parts: Omit<SuiteContext, 'call'>): SuiteContext {
  const { agent, url } = parts
  return {
    ...parts,
    call: (method, path, { as = anonymous, headers, ...sent } = {}) =>
      sendRequest(agent, method, `${url}/api${path}`, { ...sent, headers: { ...headersOf(as, url), ...headers } }),
  }
}

const maxShownBody = 200

/** A readable description of a case: caller, request and response. */
export function describeCase(method: string, path: string, options: CallOptions, response: HttpResponse): string {
  const { as = anonymous, headers, body, raw } = options
  const content = raw === undefined ? (body === undefined ? '' : JSON.stringify(body)) : String(raw)
  const more = Object.entries(headers ?? {}).map(([name, value]) => ` -H '${name}: ${value.slice(0, 100)}'`)
  const size = content.length > maxShownBody ? ` … (${content.length} characters)` : ''
  const sent = content === '' ? '' : ` ${content.slice(0, maxShownBody)}${size}`
  return `${as.name}: ${method} /api${path}${more.join('')}${sent} → ${response.status} ${response.text.slice(0, maxShownBody)}`
}
