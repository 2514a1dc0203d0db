/** Where a run stands, rebuilt from its log: what is open, what was cut off, what waits. The order of the clock does not matter. */
import type { Json } from '#lib/json/json.ts'
import type { LoggedStep } from '#server/store/engine/engine-run.ts'
import type { DrivenFlow } from '#server/engine/start/ready-flows.ts'
import { passHandle } from './flow-graph.ts'
import type { GraphProgress, StepKey } from './graph-progress.ts'

/** The error of an attempt whose process died. What it cost is not known, so it costs nothing. */
export const interrupted = {
  code: 'interrupted',
  message: 'The process that ran this step ended. The step was restarted.',
}

/** The error of an attempt that was still under way at the end of a stop in order. It says nothing about the step. */
export const stopped = {
  code: 'stopped',
  message: 'The service stopped before this step ended. The step was restarted.',
}

/** Outputs by which a step was left, as one text; several are written as a list. */
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

/** Follows what is settled already until only steps are left that are to be done. A node that is switched off gives on what it gets. */
export function passOn(
  progress: GraphProgress,
  flow: DrivenFlow,
  ready: readonly StepKey[],
  settled: ReadonlyMap<string, LoggedStep> = new Map(),
): StepKey[] {
  const left = [...ready]
  const open: StepKey[] = []
  for (let step = left.shift(); step !== undefined; step = left.shift()) {
    const node = flow.plan.nodes.get(step.node)
    const row = settled.get(step.key)
    if (node?.disabled) left.push(...progress.settle(step.key, [passHandle(node)], progress.inputOf(step.key)))
    else if (row) left.push(...progress.settle(step.key, handlesOf(row.handle ?? ''), row.output))
    else open.push(step)
  }
  return open
}

export interface LoggedState {
  /** Steps that are open, with their last attempt, where there was one. */
  open: { step: StepKey; last: LoggedStep | null }[]
  /** Failures of each step that were not ours. */
  failures: Map<string, number>
  /** How often each step was cut off. */
  crashes: Map<string, number>
  nextSeq: number
  /** When something was done last; null where nothing was. */
  lastActive: Date | null
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
  const open = passOn(progress, flow, progress.start(), settled)
  return {
    open: open.map((step) => ({ step, last: last.get(step.key) ?? null })),
    failures,
    crashes,
    nextSeq: Math.max(-1, ...log.map(({ seq }) => seq)) + 1,
    lastActive: log.length === 0 ? null : new Date(active),
  }
}
