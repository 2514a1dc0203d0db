/** How long a channel was in which state, out of its changes. Pure. */
import type { ChannelHistory } from '#contract/channel-history.ts'

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
