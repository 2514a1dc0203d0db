/** A request as the protocol needs it, read from Node's own object: cheaper than the standard one, and the body streams. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Incoming {
  message: IncomingMessage
  method: string
  /** As sent, without the query. */
  path: string
  /** As sent, without "?". */
  query: string
}

export function readIncoming(message: IncomingMessage): Incoming {
  const url = message.url ?? '/'
  const mark = url.indexOf('?')
  return {
    message,
    method: message.method ?? 'GET',
    path: mark < 0 ? url : url.slice(0, mark),
    query: mark < 0 ? '' : url.slice(mark + 1),
  }
}

/** The one value of a header; null where it is absent. */
export function headerOf({ message }: Incoming, name: string): string | null {
  const value = message.headers[name]
  return value === undefined ? null : Array.isArray(value) ? value.join(', ') : value
}

/** Methods that change nothing. */
export const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD' || method === 'OPTIONS'

/** A request id from outside is kept when it is one: it ends up in logs and headers. */
const saneId = /^[\w.:-]{8,100}$/

export const requestId = (incoming: Incoming): string => {
  const sent = headerOf(incoming, 'x-request-id')
  return sent !== null && saneId.test(sent) ? sent : randomUUID()
}
