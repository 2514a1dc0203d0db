/** E-mail channel: SMTP to send, IMAP to receive. */
import { numberOf, recordOf, textOf, type Json } from '#lib/json/json.ts'
import type { ChannelKind } from './channel-type.ts'
import { checkReceiving, listenForMail } from './mail-in.ts'
import { checkSending, sendMail } from './mail-out.ts'

/** Host and port. A server without a user name gets no password. */
function targetOf(server: Json | undefined): string | null {
  const { host, port, user } = recordOf(server)
  return textOf(user) === '' ? null : `${textOf(host).toLowerCase()}:${String(numberOf(port))}`
}

export const email: ChannelKind = {
  type: 'email',
  targets: ({ smtp, imap }) => ({ smtp_password: targetOf(smtp), imap_password: targetOf(imap) }),
  async check(channel, tools, signal) {
    await checkSending(channel, tools)
    if (channel.config['imap'] !== undefined) await checkReceiving(channel, tools, signal)
    return { state: { status: 'connected', reason: null } }
  },
  send: sendMail,
  receive: null,
  async listen(channel, tools, listener) {
    if (channel.config['imap'] !== undefined) await listenForMail(channel, tools, listener)
  },
  deregistration: null,
}
