/** Sends one message of an alert: by mail of the service (SMTP_URL), to Slack, or to a signed webhook. */
import type { AlertKind } from '#contract/alert.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import type { Config } from '#server/base/config.ts'
import { ChannelError } from '#server/engine/channels/channel-type.ts'
import { messageIdOf } from '#server/engine/channels/mail-out.ts'
import { connectTimeoutMs, mailErrorOf } from '#server/engine/channels/mail-server.ts'
import { OutgoingError, type HttpRequest, type Outgoing } from '#server/engine/engine-tools.ts'
import { standardHeaders } from '#server/engine/hooks/signature-schemes.ts'
import type { AlertSecrets } from '#server/store/incidents/alert.ts'

export interface AlertMessage {
  /** Idempotency key: the same for repeated attempts. */
  id: string
  subject: string
  text: string
  /** Body of a webhook. */
  payload: JsonRecord
}

export interface AlertAddress {
  kind: AlertKind
  address: string
  secrets: AlertSecrets
}

/** A message that was not accepted; the text is shown to users. */
export class AlertError extends Error {
  override name = 'AlertError'
  readonly retryable: boolean
  constructor(message: string, retryable: boolean) {
    super(message)
    this.retryable = retryable
  }
}

export interface AlertSender {
  /** False: this service has no mail server. */
  readonly sendsMail: boolean
  /** Origin for links to the console; null = messages have none. */
  readonly publicUrl: URL | null
  /** Throws AlertError. */
  send(to: AlertAddress, message: AlertMessage, now: Date): Promise<void>
}

/** Time limit of an attempt: receivers should accept a message and work on it later. */
export const attemptMs = 10_000

/** Statuses that no repetition changes: the address is wrong or gone. */
const finalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 405, 410, 413, 422])

async function post(outgoing: Outgoing, name: string, request: Pick<HttpRequest, 'url' | 'body' | 'headers'>) {
  try {
    const { status, body } = await outgoing.request({
      method: 'POST',
      ...request,
      headers: { ...request.headers, 'content-type': 'application/json; charset=utf-8' },
      hasSecretBody: true,
      timeoutMs: attemptMs,
      signal: AbortSignal.timeout(attemptMs * 2),
      maxBytes: 64 * 1024,
    })
    if (status >= 200 && status < 300) return
    // Slack names its reason in one word ("no_service"); anything longer may repeat the request.
    const reason = typeof body === 'string' && /^[a-z_]{1,40}$/.test(body) ? ` (${body})` : ''
    throw new AlertError(`${name} returned ${status}${reason}.`, !finalStatuses.has(status))
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error
    throw new AlertError(error.message, error.retryable)
  }
}

const missingUrl = () => new AlertError('The address is not stored on this service. Enter it again.', false)

/** Slack interprets these three characters. */
const slackText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

async function sendMail(
  { url, from }: NonNullable<Config['mail']>,
  to: string,
  { id, subject, text }: AlertMessage,
): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: attemptMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const timer = setTimeout(() => transport.close(), attemptMs)
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      messageId: messageIdOf(id, from.replace(/>$/, '')),
      // Marks automatic mail, so that other programs do not reply (RFC 3834).
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  } catch (error) {
    const { message, retryable } = mailErrorOf(error, 'The mail server')
    throw new AlertError(message, retryable || error instanceof ChannelError)
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

export function makeAlertSender(
  { mail, publicUrl }: Pick<Config, 'mail' | 'publicUrl'>,
  outgoing: Outgoing,
): AlertSender {
  return {
    sendsMail: mail !== null,
    publicUrl,
    async send({ kind, address, secrets }, message, now) {
      if (kind === 'email') {
        if (!mail) throw new AlertError('This service sends no mail: SMTP_URL and MAIL_FROM are not set.', false)
        await sendMail(mail, address, message)
        return
      }
      const { url, signing_secret: secret } = secrets
      if (url === undefined) throw missingUrl()
      if (kind === 'slack') {
        await post(outgoing, 'Slack', { url, body: JSON.stringify({ text: slackText(message.text) }) })
        return
      }
      if (secret === undefined)
        throw new AlertError('The signing secret is not stored on this service. Enter it again.', false)
      const body = JSON.stringify(message.payload)
      const headers = { 'idempotency-key': message.id, ...standardHeaders(message.id, body, secret, now) }
      await post(outgoing, 'The address', { url, body, headers })
    },
  }
}
