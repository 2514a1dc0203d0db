/** Incidents of flows: those that fail more than usual. */
import { trendLength } from '#contract/values/trend.ts'
import { count, formatCount } from '#lib/count.ts'
import {
  commonError,
  flowsById,
  flowsWithFailures,
  hourlyRuns,
  latestOutcomes,
  usualRuns,
  type FailingFlow,
  type HourCounts,
} from '#server/store/incidents/figures.ts'
import type { OpenIncident } from '#server/store/incidents/open-incidents.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import { percentOf, type Observation } from './observation.ts'
import {
  failingWindows,
  hasRecovered,
  hourMs,
  isFailing,
  maxSuccesses,
  type FailingWindow,
  type RunCounts,
} from './rules.ts'

/** Runs from which a usual share is known. */
const minUsualRuns = 20

const windowWords = (ms: number): string => (ms === hourMs ? 'in the last hour' : 'in the last 24 hours')

const countsOf = (hours: readonly HourCounts[], { ms }: FailingWindow): RunCounts => {
  const within = hours.filter(({ hour }) => hour < ms / hourMs)
  return {
    failed: within.reduce((sum, { failed }) => sum + failed, 0),
    runs: within.reduce((sum, { runs }) => sum + runs, 0),
  }
}

const percentWords = (percent: number): string => `${formatCount(percent)}%`

/** "All for one reason: …", if one reason is nearly all. */
function reasonWords(reason: { message: string | null; runs: number } | null, failed: number): string {
  if (!reason?.message) return ''
  // The first sentence is the cause; the others are advice.
  const [cause = ''] = reason.message.split(/(?<=[.!?])\s/)
  const share = reason.runs === failed ? 'All for one reason' : `${formatCount(reason.runs)} for one reason`
  return ` ${share}: ${cause.replace(/[.!?]?$/, '.')}`
}

/** The list of exactly the runs that the incident counts; path and parameters as in src/ui/paths.ts. */
const failedRunsPath = (flow: string, since: string | null): string =>
  `/runs?${new URLSearchParams({
    form: 'list',
    flow,
    status: 'failed,timed_out',
    is_test: 'false',
    ...(since !== null && { started_at__gte: since }),
  })}`

interface FlowFigures {
  hours: readonly HourCounts[]
  counts: readonly (RunCounts & { window: FailingWindow })[]
  usual: number | null
}

async function figuresOf(db: Queryable, flow: FailingFlow): Promise<FlowFigures> {
  const hours = await hourlyRuns(db, flow)
  const usual = await usualRuns(db, flow)
  return {
    hours,
    counts: failingWindows.map((window) => ({ ...countsOf(hours, window), window })),
    usual: usual.runs < minUsualRuns ? null : usual.failed / usual.runs,
  }
}

async function failingFlow(
  db: Queryable,
  flow: FailingFlow,
  { hours, counts, usual }: FlowFigures,
): Promise<Observation> {
  const shown =
    counts.find(({ window, ...one }) => isFailing(window, one, usual)) ?? counts.findLast(({ failed }) => failed > 0)
  const { failed = 0, runs = 0, window = failingWindows[0] } = shown ?? {}
  const reason = await commonError(db, flow, window.ms)
  const share = percentOf(failed, runs)
  const usualShare = usual === null ? null : percentOf(usual, 1)
  const usualWords = usualShare === null ? '' : ` (usually ${percentWords(usualShare)})`
  const firstFailed = hours
    .flatMap((one) => (one.firstFailed && one.hour < window.ms / hourMs ? [one.firstFailed.getTime()] : []))
    .toSorted((one, other) => one - other)[0]
  const since = firstFailed === undefined ? null : new Date(firstFailed).toISOString()
  const failedIn = (hour: number) => hours.find((one) => one.hour === hour)?.failed ?? 0
  const values = Array.from({ length: trendLength }, (_, index) => failedIn(trendLength - 1 - index))
  const perHour = hours.reduce((sum, one) => sum + one.runs, 0) / 24
  return {
    account: flow.account,
    kind: 'flow_failing',
    severity: 'broken',
    subject: { noun: 'flow', id: flow.id, name: flow.name },
    message: `${formatCount(failed)} of ${count(runs, 'run')} failed ${windowWords(window.ms)}, ${percentWords(share)}${usualWords}.${reasonWords(reason, failed)}`,
    figures: {
      count: failed,
      total: runs,
      share,
      usual_share: usualShare,
      reason: reason?.message ?? null,
      reason_count: reason?.runs ?? null,
      since,
      ...(reason?.node == null ? {} : { node: reason.node }),
      trend: { unit: 'hour', values, usual: usual === null ? null : Math.round(usual * perHour * 10) / 10 },
    },
    path: failedRunsPath(flow.id, since),
    step: 0,
    count: failed,
    isSample: flow.sample,
  }
}

/** Flows that begin to fail, and those with an open incident that have not recovered. */
export async function observeFlows(db: Queryable, now: Date, open: readonly OpenIncident[]): Promise<Observation[]> {
  const candidates = new Map<string, FailingFlow>()
  const keyOf = ({ account, id }: { account: string; id: string }) => JSON.stringify([account, id])
  for (const window of failingWindows)
    for (const flow of await flowsWithFailures(db, now, window)) candidates.set(keyOf(flow), flow)
  const found: Observation[] = []
  const openFlows = await flowsById(
    db,
    now,
    open.map(({ account, subject: id }) => ({ account, id })),
  )
  for (const flow of openFlows) {
    candidates.delete(keyOf(flow))
    if (flow.status === 'archived') continue
    const figures = await figuresOf(db, flow)
    const outcomes = await latestOutcomes(db, flow, maxSuccesses)
    if (!hasRecovered({ ...figures, outcomes })) found.push(await failingFlow(db, flow, figures))
  }
  for (const flow of candidates.values()) {
    const figures = await figuresOf(db, flow)
    const isOpening = figures.counts.some(({ window, ...counts }) => isFailing(window, counts, figures.usual))
    if (isOpening) found.push(await failingFlow(db, flow, figures))
  }
  return found
}
