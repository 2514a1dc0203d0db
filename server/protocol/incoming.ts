/** A request as the protocol needs it, read from Node's own object: cheaper than the standard one, and the body streams. */
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export interface Incoming {
  message: IncomingMessage
  method: string
  /** Of an absolute address ("http://host/path"), which a proxy is asked with and a server takes as well (RFC 9112, 3.2.2); else null. */
  authority: string | null
  /** As sent, without authority and query. */
  path: string
  /** As sent, without "?". */
  query: string
}

const wholeAddress = /^https?:\/\/([^/?#]*)/i

export function readIncoming(message: IncomingMessage): Incoming {
  const sent = message.url ?? '/'
  const [before = '', authority = null] = wholeAddress.exec(sent) ?? []
  const url = authority === null ? sent : sent.slice(before.length)
  const mark = url.indexOf('?')
  return {
    message,
    method: message.method ?? 'GET',
    authority,
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
