/** The chat on a page of one's own: what is kept is sent, for the page asks for it (webchat-talk.ts). */
import { ChannelTrouble, type ChannelKind } from './channel-type.ts'

export const webchat: ChannelKind = {
  type: 'webchat',
  check: async () => ({ state: { status: 'connected', reason: null } }),
  async send(_channel, { thread }) {
    if (thread === null)
      throw new ChannelTrouble('no_recipient', 'In a web chat a flow can only answer.', { status: null })
    return { externalId: null }
  },
  receive: null,
  listen: null,
  leave: null,
}
