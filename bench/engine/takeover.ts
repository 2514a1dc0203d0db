/**
 * Stops a process in the middle of steps until another process has taken them over, and resumes it while the other one
 * repeats them: its late writes must be rejected. Deterministic: the steps wait for responses of the bench, and only
 * one process runs when they begin.
 */
import type { Service } from '#scripts/service.mjs'
import { randomUUID } from 'node:crypto'
import type { Upstream } from './flows.ts'
import { sendWebhook } from './service.ts'

/** Concurrent runs in the middle of a step. */
const concurrentRuns = 4
/** Time in which the resumed process tries to write its results. */
const resumeMs = 1_000
/** Timeout in ms, far longer than a start or a takeover. */
const limitMs = 60_000
const pollMs = 20

const after = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))

async function waitForPendingCalls(upstream: Upstream, count: number): Promise<void> {
  const ends = performance.now() + limitMs
  while (upstream.pendingCalls() < count) {
    if (performance.now() > ends)
      throw new Error(`${upstream.pendingCalls()} of ${count} calls arrived within ${limitMs / 1000} s.`)
    await after(pollMs)
  }
}

/** `path` of a webhook that starts `blockingFlow`. Adds accepted ids with their runs to `accepted`. */
export async function forceTakeover(
  [frozen, other]: readonly [Service, Service],
  path: string,
  upstream: Upstream,
  accepted: Map<string, string>,
): Promise<void> {
  await other.stop()
  for (let number = 0; number < concurrentRuns; number += 1) {
    const id = `held-${randomUUID()}`
    const run = await sendWebhook(frozen.url, path, id, number)
    if (run === null) throw new Error('An idle service did not accept a webhook.')
    accepted.set(id, run)
  }
  await waitForPendingCalls(upstream, concurrentRuns)
  await other.start()
  process.kill(frozen.pid(), 'SIGSTOP')
  await waitForPendingCalls(upstream, 2 * concurrentRuns)
  upstream.release(concurrentRuns)
  process.kill(frozen.pid(), 'SIGCONT')
  await after(resumeMs)
  upstream.release(concurrentRuns)
}
