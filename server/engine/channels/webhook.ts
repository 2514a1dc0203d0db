/** A webhook has no other side that could be asked: it is there (handlers and hooks/ take in what is sent to it). */
import type { ChannelKind } from './channel-type.ts'

export const webhook: ChannelKind = {
  type: 'webhook',
  targets: () => ({}),
  check: async () => ({ state: { status: 'connected', reason: null } }),
  send: null,
  receive: null,
  listen: null,
  leave: null,
}
