import { probeAddress, type ProbeResponse, type ProbeFailure, type ProbeTarget } from '#api/request/probe-address.ts'
import { readList } from '#api/dialect/read-list.ts'
import { idOf } from '#lib/json/json.ts'
import { explainAnswer, type Verdict } from './answer-words.ts'
import type { Probe } from './probes.ts'

export interface ConnectionTestResult extends Verdict {
  name: string
  /** The requested path; '' if nothing was requested. */
  path: string
  /** Duration in ms; null if nothing was requested. */
  durationMs: number | null
}

function flowIdIn(answer: ProbeResponse | ProbeFailure): string | null {
  if (answer.is === 'silent' || answer.isTruncated) return null
  try {
    const [row] = readList('flow', JSON.parse(answer.text), { now: Date.now() }).rows
    return idOf(row?.['id'])
  } catch {
    return null
  }
}

const skippedResult = (name: string): ConnectionTestResult => ({
  name,
  path: '',
  durationMs: null,
  tone: 'none',
  short: 'Not tested',
  explanation: 'The list of flows returned no id to test with.',
  remedy: 'Make sure that the list contains a flow, then test again.',
})

/** Sends the requests sequentially, to stay below rate limits. Calls `onResult` for each result. */
export async function runConnectionTest(
  target: ProbeTarget,
  probes: readonly Probe[],
  signal: AbortSignal,
  onResult: (result: ConnectionTestResult) => void,
): Promise<void> {
  const contextOfTarget = {
    base: target.base,
    pageOrigin: location.origin,
    isSignedIn: Object.keys(target.headers).length > 0,
  }
  let flowId: string | null = null
  for (const [index, probe] of probes.entries()) {
    if (signal.aborted) return
    const path = probe.pathFor(flowId)
    if (path === null) {
      onResult(skippedResult(probe.name))
      continue
    }
    const answer = await probeAddress(target, path, signal)
    if (index === 0) flowId = flowIdIn(answer)
    onResult({
      name: probe.name,
      path,
      durationMs: answer.durationMs,
      ...explainAnswer(answer, { probe, ...contextOfTarget, now: Date.now() }),
    })
    // A restriction of this page applies to all paths, so the other requests would fail, too.
    if (answer.is === 'silent' && (answer.reason === 'policy' || answer.reason === 'mixed')) return
  }
}
