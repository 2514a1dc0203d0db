/**
 * A process is stopped in the middle of steps, for longer than the timeout of the other one, and resumes while that one
 * repeats the steps: its late writes must be refused. Deterministic: the steps wait for answers that the bench gives,
 * and only one process runs when they begin.
 */
import type { Service } from '#scripts/service.mjs'
import { randomUUID } from 'node:crypto'
import type { Upstream } from './flows.ts'
import { sendHook } from './service.ts'

/** Concurrent runs in the middle of a step. */
const runsAtOnce = 4
/** Time in which the resumed process tries to write its results. */
const wakeMs = 1_000
/** Far more than a start or a takeover takes. */
const limitMs = 60_000
const askMs = 20

const after = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))

async function untilHeld(upstream: Upstream, count: number): Promise<void> {
  const ends = performance.now() + limitMs
  while (upstream.held() < count) {
    if (performance.now() > ends) throw new Error(`${upstream.held()} of ${count} calls came in ${limitMs / 1000} s.`)
    await after(askMs)
  }
}

/** `path` of a webhook that starts `heldFlow`. Adds accepted ids with their runs to `accepted`. */
export async function takeOver(
  [sleeper, other]: readonly [Service, Service],
  path: string,
  upstream: Upstream,
  accepted: Map<string, string>,
): Promise<void> {
  await other.stop()
  for (let number = 0; number < runsAtOnce; number += 1) {
    const id = `held-${randomUUID()}`
    const run = await sendHook(sleeper.url, path, id, number)
    if (run === null) throw new Error('A webhook was not accepted, though nothing was in its way.')
    accepted.set(id, run)
  }
  await untilHeld(upstream, runsAtOnce)
  await other.start()
  process.kill(sleeper.pid(), 'SIGSTOP')
  await untilHeld(upstream, 2 * runsAtOnce)
  upstream.release(runsAtOnce)
  process.kill(sleeper.pid(), 'SIGCONT')
  await after(wakeMs)
  upstream.release(runsAtOnce)
}
