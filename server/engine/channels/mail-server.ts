/** Mail servers of a channel: address, sign-in and error mapping. */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { numberOf, recordOf, textOf } from '#lib/json/json.ts'
import { refusal } from '#server/engine/http/connect.ts'
import { makeAllowed } from '#server/base/networks.ts'
import { ChannelError, type ChannelTools, type UnsealedChannel } from './channel-type.ts'

/** Timeouts in ms for the connection, and for the server's response. */
export const connectTimeoutMs = 10_000
export const responseTimeoutMs = 20_000

/** Resolves a name and checks all its addresses with the rules for HTTP requests (OUTGOING_ALLOW). */
export function makeHostResolver(allow: readonly string[]): ChannelTools['resolveHost'] {
  const allowed = makeAllowed(allow)
  return async (host) => {
    const literal = isIP(host) === 0 ? null : [{ address: host }]
    const found = literal ?? (await lookup(host, { all: true }).catch(() => []))
    const [first] = found
    if (!first) throw new ChannelError('unreachable', `No server was found for ${host}.`, { retryable: true })
    if (found.every(({ address }) => allowed(address))) return first.address
    const { code, message } = refusal(host)
    throw new ChannelError(code, message)
  }
}

export interface MailServer {
  /** Resolved and checked address. */
  host: string
  /** Host name for the certificate check. */
  name: string
  port: number
  secure: boolean
  user: string
  password: string
  folder: string
  /** Passwords are only sent over TLS, except within this machine. */
  needsTls: boolean
}

/** The channel's server for sending or receiving; null if none is configured. */
export async function mailServerOf(
  channel: UnsealedChannel,
  part: 'smtp' | 'imap',
  tools: ChannelTools,
): Promise<MailServer | null> {
  if (channel.config[part] === undefined) return null
  const facts = recordOf(channel.config[part])
  const name = textOf(facts['host'])
  const host = await tools.resolveHost(name)
  const user = textOf(facts['user'])
  return {
    host,
    name,
    port: numberOf(facts['port']) ?? 0,
    secure: facts['secure'] === true,
    user,
    password: channel.credentials[`${part}_password`] ?? '',
    folder: textOf(facts['folder']) || 'INBOX',
    needsTls: user !== '' && !/^(?:127\.|::1$)/.test(host),
  }
}

const fieldOf = (error: Error, name: string): unknown => Object.entries(error).find(([key]) => key === name)?.[1]

/** Maps errors of nodemailer and imapflow. `serverName`: "The outgoing mail server". */
export function mailErrorOf(error: unknown, serverName: string): ChannelError {
  if (error instanceof ChannelError) return error
  if (!(error instanceof Error)) return new ChannelError('unknown', `${serverName} failed.`, { retryable: true })
  const code = fieldOf(error, 'code')
  const status = Number(fieldOf(error, 'responseCode') ?? 0)
  if (code === 'EAUTH' || fieldOf(error, 'authenticationFailed') === true)
    return new ChannelError('unauthorized', `${serverName} rejected the user name or password.`, {
      status: 'reauth_required',
    })
  if (code === 'EENVELOPE' || code === 'EMESSAGE')
    return new ChannelError('refused', `${serverName} rejected this message (${status}).`, {
      status: null,
      retryable: status >= 400 && status < 500,
    })
  if (/certificate|self.signed|altnames/i.test(error.message))
    return new ChannelError('untrusted', `${serverName} has an untrusted certificate.`)
  if (code === 'ETLS')
    return new ChannelError(
      'no_tls',
      `${serverName} does not support encryption, which is required to send the password.`,
    )
  if (code === 'ETIMEDOUT' || /timeout/i.test(error.message))
    return new ChannelError('timeout', `${serverName} did not respond in time.`, { retryable: true })
  return new ChannelError('unreachable', `${serverName} could not be reached.`, { retryable: true })
}
