/** Time limit of a step, paused while the step waits for a sandbox thread. */

export interface StepClock {
  /** To be called when a wait of the step starts (1) or ends (-1). */
  onWaitChange(change: 1 | -1): void
  stop(): void
}

/** `onEnd` is called once, after `ms` of active time. */
export function startClock(ms: number, onEnd: () => void): StepClock {
  let remainingMs = ms
  let waiting = 0
  let since = performance.now()
  let hasEnded = false
  let timer: NodeJS.Timeout | undefined
  const resume = () => {
    since = performance.now()
    timer = setTimeout(() => {
      hasEnded = true
      onEnd()
    }, remainingMs)
  }
  resume()
  return {
    stop() {
      hasEnded = true
      clearTimeout(timer)
    },
    onWaitChange(change) {
      const wasWaiting = waiting > 0
      waiting += change
      if (hasEnded || wasWaiting === waiting > 0) return
      if (wasWaiting) return resume()
      remainingMs = Math.max(0, remainingMs - (performance.now() - since))
      clearTimeout(timer)
    },
  }
}
