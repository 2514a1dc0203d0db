/** Web chat channel: a stored message counts as sent, because the page polls for messages. */
import { textOf } from '#lib/json/json.ts'
import type { ChannelRow } from '#server/store/channels/channel-rows.ts'
import { ChannelError, type ChannelKind } from './channel-type.ts'

/** Title of the web chat. */
export const webchatTitle = ({ name, config }: ChannelRow): string => textOf(config['title']) || name

export const webchat: ChannelKind = {
  type: 'webchat',
  targets: () => ({}),
  check: async () => ({ state: { status: 'connected', reason: null } }),
  async send(_channel, { thread }) {
    if (thread === null)
      throw new ChannelError('no_recipient', 'In a web chat, a flow can only reply.', { status: null })
    return { externalId: null }
  },
  receive: null,
  listen: null,
  deregistration: null,
}
