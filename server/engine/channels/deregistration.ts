/** Deregisters removed or changed channels with their providers, with retries. */
import { findChannel, type ChannelRow } from '#server/store/channels/channel-rows.ts'
import {
  removeDeregistration,
  addDeregistration,
  listDeregistrations,
  type Deregistration,
} from '#server/store/channels/channel-deregistration.ts'
import { deregistrationSecrets, unsealChannelSecrets, sealChannel } from '#server/store/channels/channel-secrets.ts'
import { Scope } from '#server/store/db/scope.ts'
import { channelKinds } from './all.ts'
import { ChannelError, type ChannelTools } from './channel-type.ts'
import { unsealChannel } from './unsealed-channel.ts'
import type { ChannelsParts } from './channel-context.ts'

/** Retries end after this time, which is longer than any outage; then the channel must be deregistered manually. */
const giveUpAfterMs = 7 * 86_400_000
const tellMs = 30_000
/** Maximum number of deregistrations per round, since each may be slow. */
const atOnce = 50

export interface ChannelDeregistrar {
  /** To be called in the transaction; null if no deregistration is needed. */
  keep(scope: Scope, before: ChannelRow): Promise<Deregistration | null>
  /** Never throws; failures are retried. */
  tell(leaving: Deregistration): Promise<void>
  /** Retries pending deregistrations. */
  again(): Promise<void>
}

export function makeChannelDeregistrar(parts: ChannelsParts, tools: ChannelTools): ChannelDeregistrar {
  const { database, log, now } = parts
  const tell: ChannelDeregistrar['tell'] = async (leaving) => {
    const { id, since, before } = leaving
    const scope = new Scope(database.db, before.account)
    try {
      const after = await findChannel(scope, before.id)
      const signal = AbortSignal.timeout(tellMs)
      await channelKinds[before.type].leave?.tell(
        unsealChannel(parts, before),
        after && unsealChannel(parts, after),
        tools,
        signal,
      )
      await removeDeregistration(scope, id)
    } catch (error) {
      const isChannelError = error instanceof ChannelError
      const about = { channel: before.id, name: before.name, ...(isChannelError ? { why: error.message } : { error }) }
      // Without valid credentials, no retry can succeed.
      const isOver =
        (isChannelError && error.status === 'reauth_required') || now().getTime() - since.getTime() > giveUpAfterMs
      if (!isOver) return log.warn('deregistering a channel failed; it will be retried', about)
      log.warn('deregistering a channel failed; remove the webhook at the provider manually', about)
      await removeDeregistration(scope, id).catch((failed: unknown) =>
        log.warn('deregistering a channel', { error: failed }),
      )
    }
  }
  const { secrets } = parts
  return {
    async keep(scope, before) {
      const { leave } = channelKinds[before.type]
      if (!leave) return null
      const { account, id } = before
      const content = deregistrationSecrets(unsealChannelSecrets(secrets, account, id, before.sealed), leave.needs)
      return addDeregistration(scope, { ...before, sealed: sealChannel(secrets, account, id, content) }, now())
    },
    tell,
    async again() {
      for (const leaving of await listDeregistrations(database.db, atOnce)) await tell(leaving)
    },
  }
}
