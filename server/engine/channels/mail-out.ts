/** Sends mail by SMTP. */
import { createHash } from 'node:crypto'
import { textOf } from '#lib/json/json.ts'
import { ChannelError, type ChannelTools, type OutboundMessage, type UnsealedChannel } from './channel-type.ts'
import { responseTimeoutMs, connectTimeoutMs, mailErrorOf, mailServerOf } from './mail-server.ts'

const serverName = 'The outgoing mail server'

async function openTransport(channel: UnsealedChannel, tools: ChannelTools) {
  const server = await mailServerOf(channel, 'smtp', tools)
  if (!server)
    throw new ChannelError('no_server', 'The channel has no outgoing mail server. Edit the channel to add one.')
  const { host, name, port, secure, user, password, needsTls } = server
  // Loaded lazily: most services send no mail.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host,
    port,
    secure,
    requireTLS: needsTls && !secure,
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    tls: { servername: name, ...(tools.ca === undefined ? {} : { ca: tools.ca }) },
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: responseTimeoutMs,
    // Messages must not read local files or URLs.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

export async function checkSending(channel: UnsealedChannel, tools: ChannelTools): Promise<void> {
  const transport = await openTransport(channel, tools)
  try {
    await transport.verify()
  } catch (error) {
    throw mailErrorOf(error, serverName)
  } finally {
    transport.close()
  }
}

/** Derived from the key, so that a repeated message has the same id for its recipients. */
export function messageIdOf(key: string, address: string): string {
  const domain = address.slice(address.lastIndexOf('@') + 1)
  return `<${createHash('sha256').update(key).digest('hex').slice(0, 40)}@${domain}>`
}

const replySubject = (subject: string): string => (/^re:/i.test(subject) ? subject : `Re: ${subject}`.trim())

export async function sendMail(
  channel: UnsealedChannel,
  { thread, subject, text, earlierIds, email, key, signal }: OutboundMessage,
  tools: ChannelTools,
): Promise<{ externalId: string }> {
  const address = textOf(channel.config['address'])
  const to = thread === null ? address : email
  if (to === null)
    throw new ChannelError('no_recipient', 'The contact has no email address. Add one.', { status: null })
  const transport = await openTransport(channel, tools)
  const close = () => transport.close()
  signal.addEventListener('abort', close, { once: true })
  const messageId = messageIdOf(key, address)
  const isReply = thread !== null
  const last = earlierIds.at(-1)
  try {
    await transport.sendMail({
      from: { name: channel.name, address },
      to: { name: '', address: to },
      subject: isReply ? replySubject(subject) : subject,
      text,
      messageId,
      ...(isReply && last !== undefined ? { inReplyTo: last, references: [...new Set([thread, ...earlierIds])] } : {}),
      // Marks automatic mail, so that other programs do not reply (RFC 3834).
      headers: { 'Auto-Submitted': isReply ? 'auto-replied' : 'auto-generated' },
    })
    return { externalId: messageId }
  } catch (error) {
    throw mailErrorOf(error, serverName)
  } finally {
    signal.removeEventListener('abort', close)
    transport.close()
  }
}
