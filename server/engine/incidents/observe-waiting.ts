/** Incidents of runs that wait for a reply or a webhook for too long; one for the account. */
import { trendLength } from '#contract/values/trend.ts'
import { count } from '#lib/count.ts'
import { runsWaiting, type WaitingRuns } from '#server/store/incidents/figures.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import { noFigures, type Observation } from './observation.ts'
import { dayMs, hourMs, waitLimitMs } from './rules.ts'

const durationWords = (ms: number): string =>
  ms < 2 * dayMs ? `${Math.floor(ms / hourMs)} h` : count(Math.floor(ms / dayMs), 'day')

function waitingRuns({ account, runs, longest, flowName, since }: WaitingRuns, now: Date): Observation {
  const limitHours = waitLimitMs / hourMs
  /** Runs that already waited at the end of each day. */
  const values = Array.from({ length: trendLength }, (_, index) => {
    const end = now.getTime() - (trendLength - 1 - index) * dayMs
    return since.filter((at) => at.getTime() < end).length
  })
  const longestWords = durationWords(now.getTime() - longest.getTime())
  return {
    account,
    kind: 'runs_waiting',
    severity: 'attention',
    subject: null,
    message: `${count(runs, 'run')} ${runs === 1 ? 'has' : 'have'} waited for more than ${limitHours} h for a reply or a webhook. Longest: ${flowName}, ${longestWords}.`,
    figures: {
      ...noFigures,
      count: runs,
      since: longest.toISOString(),
      trend: { unit: 'day', values, usual: null },
    },
    path: '/runs?status=waiting',
    step: 0,
    count: runs,
    isSample: false,
  }
}

export const observeWaitingRuns = async (db: Queryable, now: Date): Promise<Observation[]> =>
  (await runsWaiting(db, now, waitLimitMs)).map((one) => waitingRuns(one, now))
