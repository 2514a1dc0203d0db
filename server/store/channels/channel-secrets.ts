/**
 * Sealed secrets of a channel: credentials with which the service calls the provider, and signing secrets with which
 * the provider authenticates. Sealed as one JSON text for the channel's id (server/base/secrets.ts).
 */
import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { ChannelDetail } from '#contract/channel.ts'
import { channelDescriptorOf } from '#contract/channels/descriptors.ts'
import { creatableChannelTypes, type CreatableChannelType } from '#contract/values/channel-type.ts'
import type { Secrets } from '#server/base/secrets.ts'

const Sealed = z.object({
  /** Signing secrets, newest first. `until`: expiry (ISO 8601); null = unlimited. */
  live: z.array(z.object({ text: z.string(), until: z.string().nullable() })),
  credentials: z.record(z.string(), z.string()),
})
export type ChannelSecrets = z.infer<typeof Sealed>

const noSecrets: ChannelSecrets = { live: [], credentials: {} }

/** 256 bits; Standard Webhooks recommend 24 to 64 bytes. */
const secretBytes = 32
/** 192 bits: cannot be guessed. */
const tokenBytes = 24
/** How long the previous secret stays valid after a rotation, so that the sender can be updated. */
const overlapMs = 24 * 60 * 60 * 1000
/** Maximum number of valid secrets; providers support two at most. */
const maxLive = 3

/** A signing secret in the form of Standard Webhooks: "whsec_" and base64. */
export const makeSigningSecret = (): string => `whsec_${randomBytes(secretBytes).toString('base64')}`

/** Telegram allows A–Z, a–z, 0–9, _ and - in its secret token. */
const makePlainSecret = (): string => randomBytes(secretBytes).toString('base64url')

export const makeChannelToken = (): string => randomBytes(tokenBytes).toString('base64url')

/** A new signing secret; null if this service creates none for the type: Slack provides its own, as a credential. */
export function newSigningSecret(type: string): string | null {
  const form = channelDescriptorOf(type)?.ownSecret ?? null
  if (form === null) return null
  return form === 'standard' ? makeSigningSecret() : makePlainSecret()
}

export const isCreatable = (type: string): type is CreatableChannelType =>
  creatableChannelTypes.some((made) => made === type)

export function sealChannel(secrets: Secrets, account: string, id: string, content: ChannelSecrets): Buffer {
  return secrets.seal(account, id, JSON.stringify(content))
}

/**
 * Empty if nothing is sealed, or it cannot be decrypted (a backup of another installation): then secrets must be
 * entered again.
 */
export function unsealChannelSecrets(
  secrets: Secrets,
  account: string,
  id: string,
  sealed: Buffer | null,
): ChannelSecrets {
  if (!sealed) return noSecrets
  try {
    return Sealed.parse(JSON.parse(secrets.open(account, id, sealed)))
  } catch {
    return noSecrets
  }
}

/** Only the credentials with these names, for the deregistration of a channel. */
export const deregistrationSecrets = ({ credentials }: ChannelSecrets, names: readonly string[]): ChannelSecrets => ({
  live: [],
  credentials: Object.fromEntries(Object.entries(credentials).filter(([name]) => names.includes(name))),
})

/** Valid signing secrets at a time, newest first. */
export const signingSecrets = ({ live }: ChannelSecrets, now: Date): string[] =>
  live.filter(({ until }) => until === null || new Date(until) > now).map(({ text }) => text)

/** Earliest expiry among the previous secrets that are still valid; null if there are none. */
export function oldSecretUntil({ live }: ChannelSecrets, now: Date): string | null {
  const ends = live.flatMap(({ until }) => (until !== null && new Date(until) > now ? [until] : []))
  return ends.toSorted((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null
}

/**
 * Adds a new signing secret; the previous one stays valid for a day. If there are too many, a middle one is dropped,
 * since the sender may still use the oldest.
 */
export function rotateSecret(content: ChannelSecrets, text: string, now: Date): ChannelSecrets {
  const until = new Date(now.getTime() + overlapMs).toISOString()
  const before = content.live
    .filter((one) => one.until === null || new Date(one.until) > now)
    .map((one) => ({ text: one.text, until: one.until ?? until }))
  const live = [{ text, until: null }, ...before]
  return { ...content, live: [...live.slice(0, maxLive - 1), ...live.slice(maxLive - 1).slice(-1)] }
}

/** Minimum length of a secret whose last four characters may be shown. */
const shortestWithEnd = 12

/** Whether a secret is set, with the last four characters of a long one. */
export const maskSecret = (text: string | undefined) =>
  text === undefined
    ? { set: false }
    : text.length >= shortestWithEnd
      ? { set: true, last4: text.slice(-4) }
      : { set: true }

/** Whether each credential of the type is set, by name, with the last four characters of long ones. */
export function shownCredentials(type: string, content: ChannelSecrets): ChannelDetail['credentials'] {
  const names = Object.keys(channelDescriptorOf(type)?.credentials ?? {})
  const textOf = (name: string) => (type === 'webhook' ? content.live[0]?.text : content.credentials[name])
  return Object.fromEntries(names.map((name) => [name, maskSecret(textOf(name))]))
}
