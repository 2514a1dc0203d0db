/** Decrypts the secrets of a channel, for immediate use. */
import type { Config } from '#server/base/config.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { ChannelRow } from '#server/store/channels/channel-rows.ts'
import { unsealChannelSecrets, signingSecrets } from '#server/store/channels/channel-secrets.ts'
import type { UnsealedChannel } from './channel-type.ts'
import { channelAddress } from './channel-defaults.ts'

export interface UnsealParts {
  config: Pick<Config, 'publicUrl'>
  secrets: Secrets
  now: () => Date
}

export function unsealChannel({ config, secrets, now }: UnsealParts, row: ChannelRow): UnsealedChannel {
  const { id, account, type, name, identifier, config: own, token, sealed } = row
  const content = unsealChannelSecrets(secrets, account, id, sealed)
  const origin = config.publicUrl?.origin
  return {
    id,
    account,
    type,
    name,
    identifier,
    config: own,
    credentials: content.credentials,
    signing: signingSecrets(content, now()),
    address: origin === undefined ? null : channelAddress(type, token, origin),
  }
}
