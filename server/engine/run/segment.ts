/** Runs one segment: takes the lease of the run, reads its log and drives it. */
import type { JsonRecord } from '#lib/json/json.ts'
import { numberOf } from '#lib/json/json.ts'
import { readConversationData } from '#server/store/engine/engine-bindings.ts'
import type { RunEnd } from '#server/store/engine/engine-commit.ts'
import { readLog, takeLease, type DrivenRun, type TakenRun } from '#server/store/engine/engine-run.ts'
import { Drive } from './drive.ts'
import { emptyCommit, type DriveParts } from './drive-parts.ts'
import type { EngineTools } from '#server/engine/engine-tools.ts'
import type { DrivenFlow, Flows } from '#server/engine/start/ready-flows.ts'
import type { Values } from '#server/engine/node.ts'
import type { Job } from '#server/engine/queue/queue.ts'
import { failed, flowDeleted, loopEnd } from './run-end.ts'
import { requeueRun } from './suspend-run.ts'
import { LoopLimitError } from './graph-progress.ts'
import type { SuspectLane } from './crash-isolation.ts'

/** Limit in ms of active time, excluding waits: a run that is active for more than a day is stuck. */
const maxActiveMs = 86_400_000

export interface SegmentParts extends DriveParts {
  flows: Flows
  executor: string
  /** Tools for runs of sample flows. */
  sampleTools: EngineTools
  /** Drives of this process, by run id. */
  drives: Map<string, Drive>
  suspectLane: SuspectLane
}

async function valuesOf(
  { pool }: SegmentParts,
  run: DrivenRun,
  vars: JsonRecord,
): Promise<Omit<Values, 'nodes' | 'now'>> {
  const conversation =
    run.conversationId === null ? null : await readConversationData(pool, run.account, run.conversationId)
  return {
    input: run.input,
    vars,
    run: { id: run.id, flow: run.flowName, trigger: run.trigger, is_test: run.isTest },
    conversation:
      conversation && run.conversationId !== null
        ? { id: run.conversationId, number: run.conversationNumber ?? 0, ...conversation }
        : null,
  }
}

async function flowOf({ flows, pool }: SegmentParts, run: TakenRun): Promise<DrivenFlow | null> {
  if (run.flowVersion === null) return null
  return flows.version(pool, run.account, run.flowId, run.flowVersion)
}

/** Ends a run that cannot continue. */
async function endUnrunnable(parts: SegmentParts, run: DrivenRun, end: RunEnd): Promise<void> {
  await parts.commit(parts.pool, { ...emptyCommit(run, parts.now()), end })
  parts.afterCommit(run, true)
}

/** Creates a drive; the log may already exceed the loop limit. */
function driveOf(make: () => Drive): Drive | LoopLimitError {
  try {
    return make()
  } catch (error) {
    if (error instanceof LoopLimitError) return error
    throw error
  }
}

/** Resolves when this process has no work left for the segment. Throws database errors, and while the service stops. */
export async function driveSegment(parts: SegmentParts, job: Job): Promise<void> {
  // Work taken while stopping is left to another process, whose run recovery finds it.
  if (parts.isStopping()) throw new Error('The service is stopping.')
  const run = await takeLease(parts.pool, { ...job, executor: parts.executor })
  if (!run) return
  const [flow, log] = await Promise.all([
    flowOf(parts, run),
    run.hasLog ? readLog(parts.pool, run.account, run.id) : [],
  ])
  if (!flow) return endUnrunnable(parts, run, failed(flowDeleted.code, flowDeleted.message))
  const triggerId = run.triggerNodeId ?? flow.plan.starts[0]
  if (triggerId === undefined || !flow.plan.nodes.has(triggerId))
    return endUnrunnable(
      parts,
      run,
      failed('no_trigger', 'The trigger that started this run no longer exists in the flow.'),
    )
  const seconds = numberOf(flow.settings['timeout_s'])
  const limitMs = seconds === null || seconds <= 0 ? maxActiveMs : Math.min(maxActiveMs, seconds * 1000)
  const values = await valuesOf(parts, run, flow.vars)
  const drive = driveOf(
    () =>
      new Drive(flow.isSample ? { ...parts, tools: parts.sampleTools } : parts, run, flow, log, {
        triggerId,
        values,
        limitMs,
        isTakenOver: run.isTakenOver,
        releaseLane: () => parts.suspectLane.release(job),
      }),
  )
  if (drive instanceof LoopLimitError) return endUnrunnable(parts, run, loopEnd(drive))
  if (drive.isSuspect && !parts.suspectLane.acquire(job)) return requeueRun(parts, run)
  parts.drives.set(run.id, drive)
  try {
    await drive.execute()
  } finally {
    parts.suspectLane.release(job)
    if (parts.drives.get(run.id) === drive) parts.drives.delete(run.id)
  }
}
