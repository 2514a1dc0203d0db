/** How long a channel was in which state, out of its changes. Pure. */
import type { ChannelHistory } from '#contract/channel-history.ts'
import type { ChannelStatus } from '#contract/channel.ts'

export type StateChange = ChannelHistory['states'][number]

export interface StateSpan extends StateChange {
  /** Ms until the next change, or until now. */
  lasted: number
  /** It is in this state now. */
  isNow: boolean
}

/** The latest first, as the changes are. */
export const stateSpans = (states: readonly StateChange[], now: number): StateSpan[] =>
  states.map((state, index) => {
    const next = states[index - 1]
    const until = next === undefined ? now : Date.parse(next.at)
    return { ...state, lasted: Math.max(0, until - Date.parse(state.at)), isNow: next === undefined }
  })

/**
 * When the present state began, whatever its reason was meanwhile. Null where that is not known: the history tells another
 * state, or not enough changes.
 */
export function stateBeganAt(
  { states, more }: Pick<ChannelHistory, 'states' | 'more'>,
  status: ChannelStatus,
): string | null {
  const previous = states.findIndex((state) => state.status !== status)
  if (previous === -1) return more ? null : (states.at(-1)?.at ?? null)
  return states[previous - 1]?.at ?? null
}
