/** Lifecycle of the service: starting, serving, stopping; counts the requests that a stop waits for. */

export interface Lifecycle {
  state: 'starting' | 'serving' | 'stopping'
  /** Counts a request as in flight until the returned function is called. */
  enter(): () => void
  /** Resolves when no request is in flight, or after `ms`, with the number left. */
  idle(ms: number): Promise<number>
}

export function makeLifecycle(): Lifecycle {
  let inFlight = 0
  const waiting = new Set<() => void>()
  return {
    state: 'starting',
    enter() {
      inFlight += 1
      let hasLeft = false
      return () => {
        if (hasLeft) return
        hasLeft = true
        inFlight -= 1
        if (inFlight === 0) for (const done of waiting) done()
      }
    },
    idle: (ms) =>
      new Promise((done) => {
        const end = () => {
          clearTimeout(timer)
          waiting.delete(end)
          done(inFlight)
        }
        const timer = setTimeout(end, ms)
        waiting.add(end)
        if (inFlight === 0) end()
      }),
  }
}
