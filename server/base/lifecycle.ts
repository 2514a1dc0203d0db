/** Starting, serving, stopping: what the service answers while it is not whole, and which requests it waits for. */

export interface Lifecycle {
  state: 'starting' | 'serving' | 'stopping'
  /** Counts a request as under way until the function it returns is called. */
  enter(): () => void
  /** Ends when nothing is under way, or after `ms`; tells how many were left. */
  idle(ms: number): Promise<number>
}

export function makeLifecycle(): Lifecycle {
  let underWay = 0
  const waiting = new Set<() => void>()
  return {
    state: 'starting',
    enter() {
      underWay += 1
      let left = false
      return () => {
        if (left) return
        left = true
        underWay -= 1
        if (underWay === 0) for (const done of waiting) done()
      }
    },
    idle: (ms) =>
      new Promise((done) => {
        const end = () => {
          clearTimeout(timer)
          waiting.delete(end)
          done(underWay)
        }
        const timer = setTimeout(end, ms)
        waiting.add(end)
        if (underWay === 0) end()
      }),
  }
}
