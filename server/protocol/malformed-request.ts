/** Responses to requests that reach no handler: malformed ones, and 500 if the server itself fails. */
import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { ErrorCode } from '#contract/kernel/error.ts'
import { securityHeaders } from './security-headers.ts'

interface MalformedResponse {
  status: MalformedStatus
  body: string
  headers: Record<string, string>
}

type MalformedStatus = 400 | 408 | 431 | 500

const details: Record<MalformedStatus, string> = {
  400: 'The request is not valid HTTP.',
  408: 'The request took too long to arrive. Send it again.',
  431: 'The request headers are too large. Send fewer or shorter headers and cookies.',
  500: 'Internal error.',
}

/** Status for an error of Node's parser: 431 header too large, 408 too slow, else 400. */
export function malformedStatus(error: Error): MalformedStatus {
  const code = 'code' in error ? error.code : null
  if (code === 'HPE_HEADER_OVERFLOW') return 431
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 408 : 400
}

/** The response, as JSON with the headers of every response. `https`: as in securityHeaders. */
export function malformedResponse(status: MalformedStatus, https: boolean): MalformedResponse {
  const requestId = randomUUID()
  const code: ErrorCode = status === 500 ? 'internal' : 'invalid'
  return {
    status,
    body: JSON.stringify({ detail: details[status], code, request_id: requestId }),
    headers: {
      ...securityHeaders(https),
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-request-id': requestId,
    },
  }
}

/** The response as HTTP/1.1 bytes, after which the connection is closed. */
export function malformedBytes({ status, body, headers }: MalformedResponse): string {
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${body}`
}
