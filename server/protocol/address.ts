/** Client address of a request. */
import { headerOf, type Incoming } from './incoming.ts'

/**
 * `trusted`: number of proxies in front, each of which appends one address to `X-Forwarded-For`; earlier entries can be
 * forged.
 */
export function callerAddress(request: Incoming, trusted: number): string {
  const direct = (request.message.socket.remoteAddress ?? 'unknown').replace(/^::ffff:/, '')
  if (trusted === 0) return direct
  const forwarded = (headerOf(request, 'x-forwarded-for') ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return forwarded.at(-trusted) ?? forwarded[0] ?? direct
}

export const isLoopback = (request: Incoming): boolean =>
  /^(?:::ffff:)?127\.|^::1$/.test(request.message.socket.remoteAddress ?? '') &&
  headerOf(request, 'x-forwarded-for') === null
