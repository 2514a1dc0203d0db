/** The chat on a page of one's own: what is kept is sent, for the page asks for it. */
import { textOf } from '#lib/json/json.ts'
import type { ChannelRow } from '#server/store/channels/channel-rows.ts'
import { ChannelTrouble, type ChannelKind } from './channel-type.ts'

/** What visitors see above the chat. */
export const webchatTitle = ({ name, config }: ChannelRow): string => textOf(config['title']) || name

export const webchat: ChannelKind = {
  type: 'webchat',
  targets: () => ({}),
  check: async () => ({ state: { status: 'connected', reason: null } }),
  async send(_channel, { thread }) {
    if (thread === null)
      throw new ChannelTrouble('no_recipient', 'In a web chat, a flow can only reply.', { status: null })
    return { externalId: null }
  },
  receive: null,
  listen: null,
  leave: null,
}
