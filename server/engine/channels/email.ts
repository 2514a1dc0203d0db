/** Mail: SMTP to send, IMAP to receive. */
import type { ChannelKind } from './channel-type.ts'
import { checkReceiving, listenForMail } from './mail-in.ts'
import { checkSending, sendMail } from './mail-out.ts'

export const email: ChannelKind = {
  type: 'email',
  async check(channel, tools, signal) {
    await checkSending(channel, tools)
    if (channel.config['imap'] !== undefined) await checkReceiving(channel, tools, signal)
    return { state: { status: 'connected', reason: null } }
  },
  send: sendMail,
  receive: null,
  async listen(channel, tools, ear) {
    if (channel.config['imap'] !== undefined) await listenForMail(channel, tools, ear)
  },
  leave: null,
}
