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
const timeoutMs = 30_000
/** Maximum number of deregistrations per round, since each may be slow. */
const batchSize = 50

export interface ChannelDeregistrar {
  /** To be called in the transaction; null if no deregistration is needed. */
  schedule(scope: Scope, before: ChannelRow): Promise<Deregistration | null>
  /** Never throws; failures are retried. */
  deregister(pending: Deregistration): Promise<void>
  /** Retries pending deregistrations. */
  retryPending(): Promise<void>
}

export function makeChannelDeregistrar(parts: ChannelsParts, tools: ChannelTools): ChannelDeregistrar {
  const { database, log, now } = parts
  const deregister: ChannelDeregistrar['deregister'] = async (pending) => {
    const { id, since, before } = pending
    const scope = new Scope(database.db, before.account)
    try {
      const after = await findChannel(scope, before.id)
      const signal = AbortSignal.timeout(timeoutMs)
      await channelKinds[before.type].deregistration?.deregister(
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
      const isFinal =
        (isChannelError && error.status === 'reauth_required') || now().getTime() - since.getTime() > giveUpAfterMs
      if (!isFinal) return log.warn('deregistering a channel failed; it will be retried', about)
      log.warn('deregistering a channel failed; remove the webhook at the provider manually', about)
      await removeDeregistration(scope, id).catch((failed: unknown) =>
        log.warn('deregistering a channel', { error: failed }),
      )
    }
  }
  const { secrets } = parts
  return {
    async schedule(scope, before) {
      const { deregistration } = channelKinds[before.type]
      if (!deregistration) return null
      const { account, id } = before
      const content = deregistrationSecrets(
        unsealChannelSecrets(secrets, account, id, before.sealed),
        deregistration.requiredSecrets,
      )
      return addDeregistration(scope, { ...before, sealed: sealChannel(secrets, account, id, content) }, now())
    },
    deregister,
    async retryPending() {
      for (const pending of await listDeregistrations(database.db, batchSize)) await deregister(pending)
    },
  }
}
