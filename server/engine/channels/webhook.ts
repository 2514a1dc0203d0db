/** Webhook channel. It has no provider to check; handlers and hooks/ handle its requests. */
import type { ChannelKind } from './channel-type.ts'

export const webhook: ChannelKind = {
  type: 'webhook',
  targets: () => ({}),
  check: async () => ({ state: { status: 'connected', reason: null } }),
  send: null,
  receive: null,
  listen: null,
  deregistration: null,
}
