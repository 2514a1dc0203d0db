/** A channel with what it keeps sealed, opened for as long as something is done with it. */
import type { Config } from '#server/base/config.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { ChannelRow } from '#server/store/channels/channel-rows.ts'
import { openChannel, signingSecrets } from '#server/store/channels/channel-secrets.ts'
import type { ReadyChannel } from './channel-type.ts'
import { addressOf } from './channel-defaults.ts'

export interface Opening {
  config: Pick<Config, 'publicUrl'>
  secrets: Secrets
  now: () => Date
}

export function readyChannel({ config, secrets, now }: Opening, row: ChannelRow): ReadyChannel {
  const { id, account, type, name, identifier, config: own, token, sealed } = row
  const content = openChannel(secrets, account, id, sealed)
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
    address: origin === undefined ? null : addressOf(type, token, origin),
  }
}
