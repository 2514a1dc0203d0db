/** Receives mail by IMAP: reads unseen messages, marks them as seen, then waits for new ones with IDLE. */
import type { FetchMessageObject, ImapFlow, MessageStructureObject } from 'imapflow'
import { textOf } from '#lib/json/json.ts'
import { maxText } from '#contract/kernel/limits.ts'
import {
  ChannelError,
  type ChannelTools,
  type MessageListener,
  type IncomingMessage,
  type UnsealedChannel,
} from './channel-type.ts'
import { plainTextOf } from './mail-text.ts'
import { responseTimeoutMs, connectTimeoutMs, mailErrorOf, mailServerOf } from './mail-server.ts'

const serverName = 'The incoming mail server'
/** Polling interval, for servers whose IDLE is unreliable. */
const pollMs = 60_000
/** Bytes of a body that are read: enough for the longest message text (at most 4 bytes per character). */
const maxBytes = 4 * maxText

async function openClient(channel: UnsealedChannel, tools: ChannelTools) {
  const server = await mailServerOf(channel, 'imap', tools)
  if (!server) throw new ChannelError('no_server', 'The channel has no incoming mail server.')
  const { host, name, port, secure, user, password, needsTls, folder } = server
  // Loaded lazily: loading takes a tenth of the start time, and most services receive no mail.
  const { ImapFlow: Client } = await import('imapflow')
  const client = new Client({
    host,
    port,
    secure,
    servername: name,
    ...(needsTls && !secure ? { doSTARTTLS: true } : {}),
    auth: { user, pass: user === '' ? '' : password },
    tls: tools.ca === undefined ? {} : { ca: tools.ca },
    logger: false,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: pollMs + responseTimeoutMs,
    disableAutoIdle: true,
  })
  // Errors also reject the current command, but without a listener they would end the process.
  client.on('error', (error) => tools.log.debug('mail connection', { channel: channel.id, error }))
  return { client, folder }
}

async function withMailbox<T>(
  channel: UnsealedChannel,
  tools: ChannelTools,
  signal: AbortSignal,
  work: (client: ImapFlow) => Promise<T>,
): Promise<T> {
  const { client, folder } = await openClient(channel, tools)
  const close = () => client.close()
  signal.addEventListener('abort', close, { once: true })
  try {
    if (signal.aborted) throw new ChannelError('cancelled', 'The request was cancelled.', { status: null })
    await client.connect()
    await client.mailboxOpen(folder)
    const result = await work(client)
    await client.logout()
    return result
  } catch (error) {
    throw mailErrorOf(error, serverName)
  } finally {
    signal.removeEventListener('abort', close)
    client.close()
  }
}

export const checkReceiving = (channel: UnsealedChannel, tools: ChannelTools, signal: AbortSignal): Promise<void> =>
  withMailbox(channel, tools, signal, async () => {})

const fetchQuery = {
  uid: true,
  envelope: true,
  bodyStructure: true,
  internalDate: true,
  headers: ['references', 'auto-submitted', 'precedence', 'x-auto-response-suppress', 'list-id'],
} as const

/** Headers by lower-case name, folded lines joined. */
function headersOf(bytes: Buffer | undefined): Record<string, string> {
  const lines = (bytes?.toString('utf8') ?? '').replaceAll(/\r?\n[\t ]+/g, ' ').split(/\r?\n/)
  const found: Record<string, string> = {}
  for (const line of lines) {
    const at = line.indexOf(':')
    if (at > 0) found[line.slice(0, at).trim().toLowerCase()] = line.slice(at + 1).trim()
  }
  return found
}

/** Automatic mail is not replied to, to avoid mail loops (RFC 3834). */
function isAutomaticMail(headers: Record<string, string>, sender: string): boolean {
  const submitted = headers['auto-submitted']?.toLowerCase() ?? 'no'
  return (
    submitted !== 'no' ||
    /bulk|junk|list|auto_reply/i.test(headers['precedence'] ?? '') ||
    headers['list-id'] !== undefined ||
    /^(?:mailer-daemon|postmaster|no-?reply)@/i.test(sender)
  )
}

/** The text part: the first plain-text part, else the first HTML part. */
function textPart(node: MessageStructureObject | undefined): { part: string; isHtml: boolean } | null {
  const all: MessageStructureObject[] = []
  const walk = (one: MessageStructureObject | undefined) => {
    if (!one) return
    if (one.disposition !== 'attachment') all.push(one)
    for (const child of one.childNodes ?? []) walk(child)
  }
  walk(node)
  const found = all.find(({ type }) => type === 'text/plain') ?? all.find(({ type }) => type === 'text/html')
  return found ? { part: found.part ?? '1', isHtml: found.type === 'text/html' } : null
}

async function textOfMail(client: ImapFlow, found: FetchMessageObject): Promise<string> {
  const where = textPart(found.bodyStructure)
  if (!where) return ''
  const download = await client.download(String(found.uid), where.part, { uid: true, maxBytes })
  if (!('content' in download) || !download.content) return ''
  const chunks: Buffer[] = []
  for await (const chunk of download.content) chunks.push(Buffer.from(chunk))
  const text = Buffer.concat(chunks).toString('utf8').replaceAll('\r\n', '\n')
  return (where.isHtml ? plainTextOf(text) : text).trim()
}

function senderOf({ envelope }: FetchMessageObject): IncomingMessage['sender'] | null {
  const { name = '', address = '' } = envelope?.from?.[0] ?? {}
  const email = address.toLowerCase()
  return email === '' ? null : { externalId: email, name: name === '' ? email : name, email, phone: null }
}

/**
 * Ids of the message and of the first one in its thread. A message without an id is identified by its UID in the
 * folder.
 */
function messageIdsOf(client: ImapFlow, { envelope, uid }: FetchMessageObject, references: string) {
  const validity = client.mailbox === false ? '' : String(client.mailbox.uidValidity)
  const externalId = envelope?.messageId ?? `<${validity}.${uid}@imap>`
  const [root] = /<[^<>\s]+>/.exec(references) ?? []
  return { externalId, thread: root ?? envelope?.inReplyTo ?? externalId }
}

/** Null for mail to skip: without a sender, from the channel itself, or automatic. */
async function readMail(client: ImapFlow, found: FetchMessageObject, own: string): Promise<IncomingMessage | null> {
  const sender = senderOf(found)
  const headers = headersOf(found.headers)
  if (!sender || sender.email === own.toLowerCase() || isAutomaticMail(headers, sender.externalId)) return null
  const subject = found.envelope?.subject ?? ''
  const text = await textOfMail(client, found)
  // The server's date, since the sender can set the Date header to any value.
  const at = new Date(found.internalDate ?? Date.now())
  const names = messageIdsOf(client, found, headers['references'] ?? '')
  return { ...names, sender, subject, text: text === '' ? subject : text, at }
}

async function receiveUnseen(client: ImapFlow, own: string, listener: MessageListener): Promise<void> {
  const unseen = await client.search({ seen: false }, { uid: true })
  for (const uid of Array.isArray(unseen) ? unseen : []) {
    if (listener.signal.aborted) return
    const found = await client.fetchOne(String(uid), { ...fetchQuery, headers: [...fetchQuery.headers] }, { uid: true })
    if (found === false) continue
    const mail = await readMail(client, found, own)
    if (mail) await listener.onMessage(mail)
    await client.messageFlagsAdd(String(uid), [String.raw`\Seen`], { uid: true })
  }
}

/** Watches for new mail, including mail that arrives while other mail is being read. */
function watchNewMail(client: ImapFlow) {
  let isNew = false
  let wake: () => void = () => {}
  const onNewMail = () => {
    isNew = true
    wake()
  }
  client.on('exists', onNewMail)
  client.on('close', onNewMail)
  return {
    /** Resolves on new mail or after the timeout. */
    async wait(): Promise<void> {
      if (!isNew) {
        const timer = setTimeout(() => wake(), pollMs)
        const woken = new Promise<void>((done) => {
          wake = done
        })
        // IDLE ends with the next command. Without IDLE, this polls after the timeout.
        await Promise.race([woken, client.idle().then(() => woken)]).finally(() => clearTimeout(timer))
      }
      isNew = false
    },
  }
}

export const listenForMail = (
  channel: UnsealedChannel,
  tools: ChannelTools,
  listener: MessageListener,
): Promise<void> =>
  withMailbox(channel, tools, listener.signal, async (client) => {
    const own = textOf(channel.config['address'])
    const mail = watchNewMail(client)
    while (!listener.signal.aborted) {
      await receiveUnseen(client, own, listener)
      await listener.onResponse()
      if (!listener.signal.aborted) await mail.wait()
      if (!client.usable)
        throw new ChannelError('unreachable', `${serverName} closed the connection.`, { retryable: true })
    }
  })
