/** Derives the status of a channel from a failure. */
import type { Observed } from '#server/store/channels/channel-rows.ts'
import { ChannelTrouble } from './channel-type.ts'

/** Observation to store. The message of a ChannelTrouble is for people; that of any other error is not. */
export function failureObservation(error: unknown, now: Date): Observed & Required<Pick<Observed, 'error'>> {
  const trouble = error instanceof ChannelTrouble ? error : null
  const code = trouble?.code ?? 'unknown'
  const message = trouble?.message ?? 'The service had an internal error while contacting the provider.'
  const lastError = { code, message, at: now.toISOString() }
  const status = trouble ? trouble.status : 'error'
  return { error: lastError, ...(status === null ? {} : { state: { status, reason: message } }) }
}
