/** State of a run, rebuilt from its log: open, interrupted and waiting steps. Does not depend on the clock. */
import type { Json } from '#lib/json/json.ts'
import type { LoggedStep } from '#server/store/engine/engine-run.ts'
import type { DrivenFlow } from '#server/engine/start/ready-flows.ts'
import { passHandle } from './flow-graph.ts'
import type { GraphProgress, StepKey } from './graph-progress.ts'

/** Error of an attempt whose process died. Its cost is unknown and recorded as zero. */
export const interrupted = {
  code: 'interrupted',
  message: 'The process that ran this step ended. The step was restarted.',
}

/** Error of an attempt that was still running at the end of a graceful stop. Does not count against the step. */
export const stopped = {
  code: 'stopped',
  message: 'The service stopped before this step ended. The step was restarted.',
}

/** Output handles of a step as one text; several as a JSON list. */
export const handleText = (handles: readonly string[]): string =>
  handles.length === 1 ? (handles[0] ?? '') : JSON.stringify(handles)

function handlesOf(text: string): string[] {
  if (!text.startsWith('["')) return [text]
  try {
    const list: Json = JSON.parse(text)
    return Array.isArray(list) ? list.filter((item) => typeof item === 'string') : [text]
  } catch {
    return [text]
  }
}

/** Settles disabled steps, which pass on their input, and steps in `settled`; returns the steps left to execute. */
export function settleKnownSteps(
  progress: GraphProgress,
  flow: DrivenFlow,
  ready: readonly StepKey[],
  settled: ReadonlyMap<string, LoggedStep> = new Map(),
): StepKey[] {
  const pending = [...ready]
  const open: StepKey[] = []
  for (let step = pending.shift(); step !== undefined; step = pending.shift()) {
    const node = flow.plan.nodes.get(step.node)
    const row = settled.get(step.key)
    if (node?.disabled) pending.push(...progress.settle(step.key, [passHandle(node)], progress.inputOf(step.key)))
    else if (row) pending.push(...progress.settle(step.key, handlesOf(row.handle ?? ''), row.output))
    else open.push(step)
  }
  return open
}

export interface LoggedState {
  /** Open steps, with their last attempt, if any. */
  open: { step: StepKey; last: LoggedStep | null }[]
  /** Failures per step, except interruptions. */
  failures: Map<string, number>
  /** Interruptions per step. */
  crashes: Map<string, number>
  nextSeq: number
  /** Time of the last activity; null if the log is empty. */
  lastActiveAt: Date | null
}

export function loggedStateOf(progress: GraphProgress, flow: DrivenFlow, log: readonly LoggedStep[]): LoggedState {
  const last = new Map<string, LoggedStep>()
  const settled = new Map<string, LoggedStep>()
  const failures = new Map<string, number>()
  const crashes = new Map<string, number>()
  let active = 0
  for (const row of log) {
    const before = last.get(row.key)
    if (!before || before.attempt < row.attempt) last.set(row.key, row)
    if (row.handle !== null) settled.set(row.key, row)
    else if (row.status === 'failed' || row.status === 'timed_out') {
      const counts = row.error?.code === interrupted.code ? crashes : failures
      if (row.error?.code !== stopped.code) counts.set(row.key, (counts.get(row.key) ?? 0) + 1)
    }
    active = Math.max(active, row.startedAt.getTime() + (row.durationMs ?? 0))
  }
  const open = settleKnownSteps(progress, flow, progress.start(), settled)
  return {
    open: open.map((step) => ({ step, last: last.get(step.key) ?? null })),
    failures,
    crashes,
    nextSeq: Math.max(-1, ...log.map(({ seq }) => seq)) + 1,
    lastActiveAt: log.length === 0 ? null : new Date(active),
  }
}
