/** Waiting time of another account during a suite: the longest of many small requests, sent one after the other. */
import { makeAgent, sendRequest } from './http-client.ts'
import { headersOf, type Caller } from './suite-context.ts'

const betweenMs = 25

export interface PingWatch {
  /** Longest time in ms since the last call, minus this process's own delay; failed requests count as long. */
  worst(): number
  stop(): Promise<void>
}

/** Failed requests count more than slow ones. */
const failedMs = 60_000

/** Starts requests to `url` as `caller`. */
export function watchPings(url: string, caller: Caller): PingWatch {
  const agent = makeAgent()
  let worst = 0
  const state = { isOver: false }
  /** Start of the pending request; null between two requests. */
  let began: number | null = null
  let late = 0
  let last = performance.now()
  const ownClock = setInterval(() => {
    const now = performance.now()
    late += Math.max(0, now - last - 2 * betweenMs)
    last = now
  }, betweenMs)
  const asking = (async () => {
    while (!state.isOver) {
      began = performance.now()
      late = 0
      const { status } = await sendRequest(agent, 'GET', `${url}/api/view/?limit=1`, {
        headers: headersOf(caller, url),
      })
      const ms = performance.now() - began - late
      worst = Math.max(worst, status === 200 ? ms : failedMs)
      began = null
      await new Promise((done) => void setTimeout(done, betweenMs))
    }
  })()
  return {
    worst() {
      const open = began === null ? 0 : performance.now() - began - late
      const found = Math.max(worst, open)
      worst = 0
      return found
    },
    async stop() {
      state.isOver = true
      clearInterval(ownClock)
      await asking
      await agent.destroy()
    },
  }
}

/** The longest time in a quiet second: the baseline of the machine. */
export async function quietPing(watch: PingWatch): Promise<number> {
  watch.worst()
  await new Promise((done) => void setTimeout(done, 1_500))
  return watch.worst()
}
