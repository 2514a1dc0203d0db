/**
 * Incidents of schedules: times at which no run started. Each schedule has one row with its next time, so that a round
 * reads two small tables and only follows the schedules that are due.
 */
import { trendLength } from '#contract/values/trend.ts'
import { count } from '#lib/count.ts'
import type { Log } from '#server/base/log.ts'
import { lastCronTime, nextCronTime } from '#server/engine/start/crontab.ts'
import { scheduleTimesOf, type ScheduleTime } from '#server/engine/start/schedule-times.ts'
import { scheduleSource } from '#server/engine/start/schedules.ts'
import { activeFlowBody } from '#server/store/engine/engine-schedule.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import { readFlowDocument } from '#server/store/flows/flow-document.ts'
import {
  hasRunOfSource,
  hasRunSince,
  removeWatch,
  saveWatch,
  scheduledFlowVersions,
  scheduledRunsPerDay,
  watchedSchedules,
  type ScheduledFlowVersion,
  type WatchedSchedule,
} from '#server/store/incidents/schedule-watch.ts'
import { noFigures, type Observation } from './observation.ts'
import { isScheduleMissed, scheduleLimitMs } from './rules.ts'

const flowKey = (account: string, id: string): string => JSON.stringify([account, id])

const timeWords = (at: Date, zone: string): string =>
  `${new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  }).format(at)} (${zone})`

/** The row after its times until now were checked. */
async function afterDueTimes(db: Queryable, watch: WatchedSchedule, now: Date): Promise<WatchedSchedule> {
  const { account, flow, node, cron, zone, dueAt } = watch
  const last = lastCronTime(cron, zone, dueAt, new Date(now.getTime() - scheduleLimitMs))
  if (!last) return watch
  const next = { ...watch, dueAt: nextCronTime(cron, zone, last) }
  if (await hasRunOfSource(db, account, scheduleSource(flow, node, last))) return { ...next, missedAt: null, misses: 0 }
  // All times of a pause are missed, but only their last one is checked.
  const skipped = last.getTime() > dueAt.getTime() ? 2 : 1
  return { ...next, missedAt: last, misses: watch.misses + skipped }
}

async function missedSchedule(
  db: Queryable,
  { name }: ScheduledFlowVersion,
  watch: WatchedSchedule & { missedAt: Date },
  now: Date,
): Promise<Observation> {
  const { account, flow, node, zone, missedAt, dueAt, misses } = watch
  const values = await scheduledRunsPerDay(db, watch, now, trendLength)
  const more = misses > 1 ? ` ${count(misses, 'time')} in a row.` : ''
  return {
    account,
    kind: 'schedule_missed',
    severity: 'attention',
    subject: { noun: 'flow', id: flow, name },
    message: `Was due on ${timeWords(missedAt, zone)} and did not start.${more} The next run is on ${timeWords(dueAt, zone)}.`,
    figures: {
      ...noFigures,
      count: misses,
      since: missedAt.toISOString(),
      trend: { unit: 'day', values, usual: null },
      trigger: node,
    },
    path: `/flows/${encodeURIComponent(flow)}`,
    step: 0,
    count: 0,
    isSample: false,
  }
}

export interface ScheduleObserver {
  observe(db: Queryable, now: Date): Promise<Observation[]>
}

export function makeScheduleObserver(log: Log): ScheduleObserver {
  /** Times of the current version of each flow, so that a document is read once per version. */
  const known = new Map<string, { version: number; times: ScheduleTime[] }>()

  const timesOf = async (db: Queryable, { account, id, version }: ScheduledFlowVersion): Promise<ScheduleTime[]> => {
    const key = flowKey(account, id)
    const cached = known.get(key)
    if (cached?.version === version) return cached.times
    const body = await activeFlowBody(db, account, id)
    if (body === null) return []
    const { nodes, settings } = readFlowDocument(body)
    const { times } = scheduleTimesOf(nodes, settings)
    known.set(key, { version, times })
    return times
  }

  /** Adds new schedules, and removes those of paused and changed flows. */
  const synchronize = async (db: Queryable, flows: readonly ScheduledFlowVersion[], now: Date) => {
    const rows = new Map(
      (await watchedSchedules(db)).map((row) => [JSON.stringify([row.account, row.flow, row.node]), row]),
    )
    const watched: WatchedSchedule[] = []
    for (const flow of flows)
      for (const { node, cron, zone } of await timesOf(db, flow)) {
        const key = JSON.stringify([flow.account, flow.id, node])
        const row = rows.get(key)
        rows.delete(key)
        if (row?.cron === cron && row.zone === zone) watched.push(row)
        else {
          const dueAt = nextCronTime(cron, zone, now)
          const made = { account: flow.account, flow: flow.id, node, cron, zone, dueAt, missedAt: null, misses: 0 }
          await saveWatch(db, made)
          watched.push(made)
        }
      }
    for (const row of rows.values()) await removeWatch(db, row)
    return watched
  }

  return {
    async observe(db, now) {
      const flows = await scheduledFlowVersions(db)
      const byKey = new Map(flows.map((flow) => [flowKey(flow.account, flow.id), flow]))
      for (const key of known.keys()) if (!byKey.has(key)) known.delete(key)
      /** One incident per flow: the trigger that missed the latest time. */
      const missed = new Map<string, WatchedSchedule & { missedAt: Date }>()
      for (const row of await synchronize(db, flows, now)) {
        let watch = await afterDueTimes(db, row, now)
        // Somebody started the flow in the meantime.
        if (watch.missedAt && (await hasRunSince(db, watch.account, watch.flow, watch.missedAt)))
          watch = { ...watch, missedAt: null, misses: 0 }
        if (watch.dueAt !== row.dueAt || watch.missedAt !== row.missedAt) await saveWatch(db, watch)
        const { missedAt, misses, dueAt } = watch
        if (!missedAt) continue
        const intervalMs = dueAt.getTime() - missedAt.getTime()
        if (!isScheduleMissed({ misses, intervalMs })) continue
        const key = flowKey(watch.account, watch.flow)
        const other = missed.get(key)
        if (!other || other.missedAt < missedAt) missed.set(key, { ...watch, missedAt })
      }
      const found: Observation[] = []
      for (const [key, watch] of missed) {
        const flow = byKey.get(key)
        if (flow) found.push(await missedSchedule(db, flow, watch, now))
        else log.warn('a schedule has no flow', { flow: watch.flow })
      }
      return found
    },
  }
}
