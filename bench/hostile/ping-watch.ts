/** Waiting time of another account during a suite: the longest of many small requests, sent one after the other. */
import { createAgent, sendRequest } from './http-client.ts'
import { headersOf, type Caller } from './suite-context.ts'

const intervalMs = 25

export interface PingWatch {
  /** Longest time in ms since the last call, minus this process's own delay; failed requests count as long. */
  worst(): number
  stop(): Promise<void>
}

/** Failed requests count more than slow ones. */
const failedMs = 60_000

/** Starts requests to `url` as `caller`. */
export function watchPings(url: string, caller: Caller): PingWatch {
  const agent = createAgent()
  let worst = 0
  const state = { isOver: false }
  /** Start of the pending request; null between two requests. */
  let pingStartedAt: number | null = null
  let ownDelayMs = 0
  let last = performance.now()
  const clockTimer = setInterval(() => {
    const now = performance.now()
    ownDelayMs += Math.max(0, now - last - 2 * intervalMs)
    last = now
  }, intervalMs)
  const pingLoop = (async () => {
    while (!state.isOver) {
      pingStartedAt = performance.now()
      ownDelayMs = 0
      const { status } = await sendRequest(agent, 'GET', `${url}/api/view/?limit=1`, {
        headers: headersOf(caller, url),
      })
      const ms = performance.now() - pingStartedAt - ownDelayMs
      worst = Math.max(worst, status === 200 ? ms : failedMs)
      pingStartedAt = null
      await new Promise((done) => void setTimeout(done, intervalMs))
    }
  })()
  return {
    worst() {
      const open = pingStartedAt === null ? 0 : performance.now() - pingStartedAt - ownDelayMs
      const found = Math.max(worst, open)
      worst = 0
      return found
    },
    async stop() {
      state.isOver = true
      clearInterval(clockTimer)
      await pingLoop
      await agent.destroy()
    },
  }
}

/** The longest time in a quiet second: the baseline of the machine. */
export async function baselinePingOf(watch: PingWatch): Promise<number> {
  watch.worst()
  await new Promise((done) => void setTimeout(done, 1_500))
  return watch.worst()
}
