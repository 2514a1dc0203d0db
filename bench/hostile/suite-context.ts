/** Where a suite plays: a running service on a database, and two accounts in it that know nothing of each other. */
import type { Agent } from 'undici'
import type { HostileService } from './service.ts'
import { sendRequest, type HttpResponse, type RequestOptions } from './http-client.ts'

/** Who sends: a session, which also says from which page it comes, or a key, or nobody. */
export interface Caller {
  name: string
  headers: Record<string, string>
  isSession: boolean
}

export const nobody: Caller = { name: 'nobody', headers: {}, isSession: false }

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
  /** A word that is in the name of all that the account has, and in nothing else. */
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
  /** Origin that the suite talks to: the service, or the faulty proxy in front of it. */
  url: string
  /** A tenth of the cases. */
  isQuick: boolean
  /** `path` below /api: "/flow/". */
  ask: (method: string, path: string, options?: CallOptions) => Promise<HttpResponse>
}

/** Headers of a caller at an origin. */
export const headersOf = ({ headers, isSession }: Caller, origin: string): Record<string, string> =>
  isSession ? { ...headers, origin } : headers

export function makeContext(parts: Omit<SuiteContext, 'ask'>): SuiteContext {
  const { agent, url } = parts
  return {
    ...parts,
    ask: (method, path, { as = nobody, headers, ...sent } = {}) =>
      sendRequest(agent, method, `${url}/api${path}`, { ...sent, headers: { ...headersOf(as, url), ...headers } }),
  }
}

const shownBody = 200

/** A case as somebody reads it: what was sent by whom, and what came. */
export function describeCase(method: string, path: string, options: CallOptions, got: HttpResponse): string {
  const { as = nobody, headers, body, raw } = options
  const content = raw === undefined ? (body === undefined ? '' : JSON.stringify(body)) : String(raw)
  const more = Object.entries(headers ?? {}).map(([name, value]) => ` -H '${name}: ${value.slice(0, 100)}'`)
  const size = content.length > shownBody ? ` … (${content.length} characters)` : ''
  const sent = content === '' ? '' : ` ${content.slice(0, shownBody)}${size}`
  return `${as.name}: ${method} /api${path}${more.join('')}${sent} → ${got.status} ${got.text.slice(0, shownBody)}`
}
