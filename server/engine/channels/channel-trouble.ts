/** What a failure says about the channel where it happened. */
import type { Observed } from '#server/store/channels/channel-rows.ts'
import { ChannelTrouble } from './channel-type.ts'

/** To be written down. The words of a ChannelTrouble are for people; those of any other error are not. */
export function failureObservation(error: unknown, now: Date): Observed & Required<Pick<Observed, 'error'>> {
  const trouble = error instanceof ChannelTrouble ? error : null
  const code = trouble?.code ?? 'unknown'
  const message = trouble?.message ?? 'The service had an internal error while contacting the provider.'
  const lastError = { code, message, at: now.toISOString() }
  const status = trouble ? trouble.status : 'error'
  return { error: lastError, ...(status === null ? {} : { state: { status, reason: message } }) }
}
