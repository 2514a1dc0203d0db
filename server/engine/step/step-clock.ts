/** Time limit of a step, paused while the step waits for a sandbox thread. */

export interface StepClock {
  /** To be called when a wait of the step starts (1) or ends (-1). */
  waits(change: 1 | -1): void
  stop(): void
}

/** `onEnd` is called once, after `ms` of active time. */
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
