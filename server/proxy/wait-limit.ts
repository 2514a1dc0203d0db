/** Timeouts for consecutive waits, one at a time. */
import { ServiceTimeout, type WaitPhase } from './service-failure.ts'

export interface PhaseTimer {
  readonly current: WaitPhase | null
  /** Ends the previous wait and begins this one; for the current wait, restarts its timeout. */
  startPhase(phase: WaitPhase): void
  stop(): void
}

/** Timeouts in ms by kind. */
export type PhaseTimeouts = Readonly<Record<WaitPhase, number>>

/** `onTimeout` is called on a timeout; the caller then ends the request. */
export function makePhaseTimer(timeouts: PhaseTimeouts, onTimeout: (timeout: ServiceTimeout) => void): PhaseTimer {
  let current: WaitPhase | null = null
  let timer: NodeJS.Timeout | undefined
  return {
    get current() {
      return current
    },
    startPhase(phase) {
      if (phase === current && timer) {
        timer.refresh()
        return
      }
      clearTimeout(timer)
      current = phase
      timer = setTimeout(() => onTimeout(new ServiceTimeout(phase, timeouts[phase])), timeouts[phase])
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      current = null
    },
  }
}
