/** The time limit of a step. It stands still while the step waits for a thread: others took that time. */

export interface StepClock {
  /** Something that the step waits for (1), or waits for no more (-1). */
  waits(change: 1 | -1): void
  stop(): void
}

/** `onEnd` is called once, after `ms` in which the step did not wait. */
export function startClock(ms: number, onEnd: () => void): StepClock {
  let left = ms
  let waiting = 0
  let since = performance.now()
  let isOver = false
  let timer: NodeJS.Timeout | undefined
  const go = () => {
    since = performance.now()
    timer = setTimeout(() => {
      isOver = true
      onEnd()
    }, left)
  }
  go()
  return {
    stop() {
      isOver = true
      clearTimeout(timer)
    },
    waits(change) {
      const wasWaiting = waiting > 0
      waiting += change
      if (isOver || wasWaiting === waiting > 0) return
      if (wasWaiting) return go()
      left = Math.max(0, left - (performance.now() - since))
      clearTimeout(timer)
    },
  }
}
