/** Periods in which a channel had a status, from its history. Pure. */
import type { ChannelHistory } from '#contract/channel-history.ts'
import type { ChannelStatus } from '#contract/channel.ts'

export type StateChange = ChannelHistory['states'][number]

export interface StateSpan extends StateChange {
  /** Ms until the next change, or until now. */
  durationMs: number
  /** Whether it is the current status. */
  isCurrent: boolean
}

/** The periods, latest first, as in the history. */
export const stateSpans = (states: readonly StateChange[], now: number): StateSpan[] =>
  states.map((state, index) => {
    const next = states[index - 1]
    const until = next === undefined ? now : Date.parse(next.at)
    return { ...state, durationMs: Math.max(0, until - Date.parse(state.at)), isCurrent: next === undefined }
  })

/**
 * When the current status began, even if its reason changed since. Null if unknown: the latest entry of the history has
 * another status, or the history begins after the start.
 */
export function currentStatusStart(
  { states, more }: Pick<ChannelHistory, 'states' | 'more'>,
  status: ChannelStatus,
): string | null {
  const previous = states.findIndex((state) => state.status !== status)
  if (previous === -1) return more ? null : (states.at(-1)?.at ?? null)
  return states[previous - 1]?.at ?? null
}
