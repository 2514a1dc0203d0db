/** Runs one segment: takes the lease of the run, reads its log and drives it. */
import type { JsonRecord } from '#lib/json/json.ts'
import { numberOf } from '#lib/json/json.ts'
import { readTalk } from '#server/store/engine/engine-bindings.ts'
import type { RunEnd } from '#server/store/engine/engine-commit.ts'
import { readLog, takeLease, type DrivenRun, type TakenRun } from '#server/store/engine/engine-run.ts'
import { Drive } from './drive.ts'
import { emptyCommit, type DriveParts } from './drive-parts.ts'
import type { EngineTools } from '#server/engine/engine-tools.ts'
import type { DrivenFlow, Flows } from '#server/engine/start/ready-flows.ts'
import type { Values } from '#server/engine/node.ts'
import type { Job } from '#server/engine/queue/queue.ts'
import { failed, flowGone, loopEnd } from './run-end.ts'
import { setAside } from './suspend-run.ts'
import { LoopLimit } from './graph-progress.ts'
import type { SuspectLane } from './crash-isolation.ts'

/** Limit of active time, excluding waits: a run that is active for more than a day is stuck. */
const maxActiveMs = 86_400_000

export interface SegmentParts extends DriveParts {
  flows: Flows
  executor: string
  /** Tools for runs of sample flows. */
  sampleTools: EngineTools
  /** Drives of this process, by run id. */
  drives: Map<string, Drive>
  lane: SuspectLane
}

async function valuesOf(
  { pool }: SegmentParts,
  run: DrivenRun,
  vars: JsonRecord,
): Promise<Omit<Values, 'nodes' | 'now'>> {
  const talk = run.conversationId === null ? null : await readTalk(pool, run.account, run.conversationId)
  return {
    input: run.input,
    vars,
    run: { id: run.id, flow: run.flowName, trigger: run.trigger, is_test: run.isTest },
    conversation:
      talk && run.conversationId !== null
        ? { id: run.conversationId, number: run.conversationNumber ?? 0, ...talk }
        : null,
  }
}

async function flowOf({ flows, pool }: SegmentParts, run: TakenRun): Promise<DrivenFlow | null> {
  if (run.flowVersion === null) return null
  return flows.at(run.account, run.flowId, run.flowVersion) ?? flows.read(pool, run.account, run.flowId)
}

/** Ends a run that cannot continue. */
async function giveUp(parts: SegmentParts, run: DrivenRun, end: RunEnd): Promise<void> {
  await parts.commit(parts.pool, { ...emptyCommit(run, parts.now()), end })
  parts.tell(run, true)
}

/** Creates a drive; the log may already exceed the loop limit. */
function driveOf(make: () => Drive): Drive | LoopLimit {
  try {
    return make()
  } catch (error) {
    if (error instanceof LoopLimit) return error
    throw error
  }
}

/** Resolves when this process has no work left for the segment. Throws database errors. */
export async function driveSegment(parts: SegmentParts, job: Job): Promise<void> {
  // Work taken while stopping is left to another process, whose run recovery finds it.
  if (parts.isStopping()) throw new Error('The service is stopping.')
  const run = await takeLease(parts.pool, { ...job, executor: parts.executor })
  if (!run) return
  const [flow, log] = await Promise.all([
    flowOf(parts, run),
    run.hasLog ? readLog(parts.pool, run.account, run.id) : [],
  ])
  if (!flow) return giveUp(parts, run, failed(flowGone.code, flowGone.message))
  const start = run.triggerNodeId ?? flow.plan.starts[0]
  if (start === undefined || !flow.plan.nodes.has(start))
    return giveUp(parts, run, failed('no_trigger', 'The trigger that started this run does not exist.'))
  const seconds = numberOf(flow.settings['timeout_s'])
  const limitMs = seconds === null || seconds <= 0 ? maxActiveMs : Math.min(maxActiveMs, seconds * 1000)
  const values = await valuesOf(parts, run, flow.vars)
  const drive = driveOf(
    () =>
      new Drive(flow.isSample ? { ...parts, tools: parts.sampleTools } : parts, run, flow, log, {
        start,
        values,
        limitMs,
        isTakenOver: run.isTakenOver,
        clear: () => parts.lane.free(job),
      }),
  )
  if (drive instanceof LoopLimit) return giveUp(parts, run, loopEnd(drive))
  if (drive.isSuspect && !parts.lane.take(job)) return setAside(parts, run)
  parts.drives.set(run.id, drive)
  try {
    await drive.go()
  } finally {
    parts.lane.free(job)
    if (parts.drives.get(run.id) === drive) parts.drives.delete(run.id)
  }
}
