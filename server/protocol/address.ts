/** Where a request comes from. */
import { headerOf, type Incoming } from './incoming.ts'

/** `trusted`: so many proxies in front each add one address to `X-Forwarded-For`; what stands before those anybody may write. */
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
