/** Credentials of channels: names per type, and their handling on changes. */
import { channelDescriptors } from '#contract/channels/descriptors.ts'
import type { CreatableChannelType } from '#contract/values/channel-type.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { channelKinds } from '#server/engine/channels/all.ts'
import { credentialsRequired, Fault } from '#server/base/fault.ts'
import { newSigningSecret, rotateSecret, type ChannelSecrets } from '#server/store/channels/channel-secrets.ts'

type GivenCredentials = Readonly<Record<string, string>>

function checkCredentials(type: CreatableChannelType, given: GivenCredentials): void {
  const names = Object.keys(channelDescriptors[type].credentials)
  const unknown = Object.keys(given).filter((name) => !names.includes(name))
  if (unknown.length === 0) return
  const allowed =
    names.length === 0 ? 'Channels of this type have no credentials.' : `This type has ${names.join(' and ')}.`
  throw new Fault('invalid', 'The credentials do not match the channel type.', {
    errors: Object.fromEntries(unknown.map((name) => [`credentials.${name}`, [allowed]])),
  })
}

/** Merges given credentials. For a webhook, a given signing secret replaces the generated one. */
export function withCredentials(
  type: CreatableChannelType,
  before: ChannelSecrets,
  given: GivenCredentials,
  now: Date,
): ChannelSecrets {
  checkCredentials(type, given)
  const { signing_secret: signing, ...rest } = given
  if (type !== 'webhook' || signing === undefined)
    return { ...before, credentials: { ...before.credentials, ...given } }
  return { ...rotateSecret(before, signing, now), credentials: { ...before.credentials, ...rest } }
}

/**
 * Secrets of a channel after a config change. 400 for credentials that would be sent to a new destination and are not
 * entered again. For a new destination the signing secret is also replaced.
 */
export function secretsAfterChange(
  type: CreatableChannelType,
  secrets: ChannelSecrets,
  given: GivenCredentials,
  config: { before: JsonRecord; after: JsonRecord },
): ChannelSecrets {
  const kind = channelKinds[type]
  const oldTargets = kind.targets(config.before)
  const changedTargets = Object.entries(kind.targets(config.after)).flatMap(([name, to]) =>
    to !== null && to !== oldTargets[name] ? [name] : [],
  )
  const missing = changedTargets.filter((name) => secrets.credentials[name] !== undefined && given[name] === undefined)
  if (missing.length > 0) throw credentialsRequired(missing.map((name) => `credentials.${name}`))
  const signing = changedTargets.length === 0 ? null : newSigningSecret(type)
  return signing === null ? secrets : { ...secrets, live: [{ text: signing, until: null }] }
}
