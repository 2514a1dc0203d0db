/** HTTP client of the suites: sends any header and any bytes, and never throws; without a response the status is 0. */
import { Agent, request, type Dispatcher } from 'undici'

export interface RequestOptions {
  headers?: Record<string, string> | undefined
  /** As JSON. */
  body?: unknown
  /** Sent unchanged, with the JSON content type unless `headers` say otherwise. */
  raw?: string | Uint8Array | undefined
  /** Timeout in ms. */
  timeoutMs?: number
}

export interface HttpResponse {
  /** 0 = no response; `text` has the reason. */
  status: number
  headers: Readonly<Record<string, string>>
  text: string
  /** The JSON of the response, or undefined. */
  body: unknown
}

/** Default timeout in ms, longer than the longest request of the service. */
const timeoutMs = 130_000

/**
 * Connections of a suite: many at once, closed with the suite.
 * @param localAddress their source address, since rate limits count by address
 */
export const createAgent = (localAddress = '127.0.0.1'): Agent =>
  new Agent({
    localAddress,
    connections: 512,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
    keepAliveTimeout: 2_000,
  })

const headersOf = (headers: Dispatcher.ResponseData['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join('\n') : (value ?? '')]),
  )

function jsonOf(type: string, text: string): unknown {
  if (!/[/+]json/.test(type) || text === '') return undefined
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
const methodOf = (text: string): Dispatcher.HttpMethod => methods.find((one) => one === text) ?? 'GET'

const noResponse = (error: unknown): HttpResponse => ({
  status: 0,
  headers: {},
  text: error instanceof Error ? `${error.name}: ${error.message}` : String(error),
  body: undefined,
})

const timeoutsOf = ({ timeoutMs: ms }: RequestOptions) =>
  ms === undefined ? {} : { headersTimeout: ms, bodyTimeout: ms, signal: AbortSignal.timeout(ms) }

/** One request to `url` (absolute); an event stream is closed once it has begun. */
export async function sendRequest(
  agent: Agent,
  method: string,
  url: string,
  sent: RequestOptions = {},
): Promise<HttpResponse> {
  const content = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  const headers = { ...(content === undefined ? {} : { 'content-type': 'application/json' }), ...sent.headers }
  try {
    const response = await request(url, {
      dispatcher: agent,
      method: methodOf(method),
      headers,
      body: content ?? null,
      ...timeoutsOf(sent),
    })
    const responseHeaders = headersOf(response.headers)
    const type = responseHeaders['content-type'] ?? ''
    if (type.startsWith('text/event-stream')) {
      response.body.on('error', () => {}).destroy()
      return { status: response.statusCode, headers: responseHeaders, text: '', body: undefined }
    }
    const text = await response.body.text()
    return { status: response.statusCode, headers: responseHeaders, text, body: jsonOf(type, text) }
  } catch (error) {
    return noResponse(error)
  }
}

/** Size in bytes of a response that is too large for memory; -1 = no response, or a status other than 200. */
export async function responseSize(agent: Agent, url: string, headers: Record<string, string>): Promise<number> {
  try {
    const response = await request(url, { dispatcher: agent, headers })
    let size = 0
    for await (const chunk of response.body) size += Buffer.isBuffer(chunk) ? chunk.length : 0
    return response.statusCode === 200 ? size : -1
  } catch {
    return -1
  }
}
