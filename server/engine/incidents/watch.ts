/**
 * The incident watcher: every few seconds one process of all compares what the rules find with the incidents that are
 * open. An incident and the messages about it are written in one transaction, so neither exists without the other.
 */
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import type { IncidentFigures, IncidentKind } from '#contract/incident.ts'
import { newId } from '#lib/id.ts'
import type { Log } from '#server/base/log.ts'
import type { EventBus } from '#server/engine/events/events.ts'
import { inTransaction } from '#server/store/engine/engine-db.ts'
import type { Database } from '#server/store/db/database.ts'
import { makeLeases } from '#server/store/db/lease.ts'
import { Scope } from '#server/store/db/scope.ts'
import { insertMessage, type MessageKey } from '#server/store/incidents/alert-message.ts'
import { openRank, overRank } from '#server/store/incidents/incident.ts'
import {
  alertsFor,
  closeIncident,
  insertIncident,
  openIncidents,
  toldAlerts,
  updateIncident,
  type AlertTarget,
  type IncidentContent,
  type OpenIncident,
} from '#server/store/incidents/open-incidents.ts'
import { recordActivity } from '#server/store/writes/activity.ts'
import { messageId, type AlertDelivery, type EnqueueAlert } from './deliver.ts'
import { keyOf, type Observation } from './observation.ts'
import { observeChannels } from './observe-channels.ts'
import { observeFlows } from './observe-flows.ts'
import { observeBalances, observeBudgets } from './observe-money.ts'
import { makeScheduleObserver } from './observe-schedules.ts'
import { observeWaitingRuns } from './observe-waiting.ts'
import { quietEnd } from './quiet-hours.ts'
import { isWorse, levelOf } from './rules.ts'

/** Interval of the rounds: a message is late by at most this. */
export const defaultWatchMs = 15_000
/** Interval for money, which changes slowly and takes the most statements. */
const moneyMs = 60_000
const leaseName = 'incidents'

interface Parts {
  database: Database
  log: Log
  now: () => Date
  events: EventBus
  enqueue: EnqueueAlert
  delivery: AlertDelivery
}

export interface IncidentWatcher {
  /** One round at a time, if this process has the lease. */
  check: (at: Date) => Promise<void>
  stop: () => Promise<void>
}

interface Rule {
  kinds: readonly IncidentKind[]
  observe: (now: Date, open: readonly OpenIncident[]) => Promise<Observation[]>
  /** Minimum time in ms between two rounds. */
  everyMs: number
}

function rulesOf(database: Database, log: Log): readonly Rule[] {
  const { pool } = database
  const schedules = makeScheduleObserver(log)
  return [
    { kinds: ['channel_down', 'channel_silent'], observe: (now) => observeChannels(pool, now), everyMs: 0 },
    { kinds: ['flow_failing'], observe: (now, open) => observeFlows(pool, now, open), everyMs: 0 },
    { kinds: ['schedule_missed'], observe: (now) => schedules.observe(pool, now), everyMs: 0 },
    { kinds: ['runs_waiting'], observe: (now) => observeWaitingRuns(pool, now), everyMs: 0 },
    { kinds: ['budget'], observe: (now) => observeBudgets(database, now), everyMs: moneyMs },
    { kinds: ['balance'], observe: (now) => observeBalances(database, now), everyMs: moneyMs },
  ]
}

const observationKey = ({ account, kind, subject }: Observation): string =>
  keyOf({ account, kind, noun: subject?.noun ?? '', id: subject?.id ?? '' })
const openKey = ({ account, kind, noun, subject }: OpenIncident): string => keyOf({ account, kind, noun, id: subject })

const contentOf = (observation: Observation): IncidentContent => ({
  severity: observation.severity,
  name: observation.subject?.name ?? '',
  message: observation.message,
  figures: observation.figures,
  path: observation.path,
  rank: openRank(observation),
})

/** The database changes the order of the keys of a JSON object. */
const figureText = ({ trend, ...figures }: IncidentFigures): string =>
  JSON.stringify([
    figures.trigger,
    figures.node,
    figures.count,
    figures.total,
    figures.share,
    figures.usual_share,
    figures.reason,
    figures.reason_count,
    figures.since,
    trend && [trend.unit, trend.values, trend.usual],
  ])

const isSame = (before: OpenIncident, content: IncidentContent): boolean =>
  before.severity === content.severity &&
  before.name === content.name &&
  before.message === content.message &&
  before.path === content.path &&
  figureText(before.figures) === figureText(content.figures)

/** Writes what one observation changes; each in a transaction of its own. */
class IncidentWriter {
  readonly #parts: Parts
  readonly #pool: pg.Pool

  constructor(parts: Parts) {
    this.#parts = parts
    this.#pool = parts.database.pool
  }

  async open(observation: Observation, at: Date): Promise<void> {
    const { account, kind, subject, step, count, isSample } = observation
    const id = newId('inc', at.getTime())
    const isNew = await inTransaction(this.#pool, async (client) => {
      const content = contentOf(observation)
      const made = {
        ...content,
        account,
        id,
        kind,
        noun: subject?.noun ?? '',
        subject: subject?.id ?? '',
        level: levelOf({ step, count, openCount: count }),
        openCount: count,
        sample: isSample,
      }
      if (!(await insertIncident(client, made, at))) return false
      if (isSample) return true
      await this.#record(
        client,
        account,
        'incident.opened',
        { id, name: content.name === '' ? kind : content.name },
        at,
      )
      await this.#tell(client, { account, incident: id, phase: 'opened' }, await alertsFor(client, account, kind), at)
      return true
    })
    if (isNew) this.#parts.events.publish(account, { noun: 'incident', id, change: 'created' })
  }

  async update(before: OpenIncident, observation: Observation, at: Date): Promise<void> {
    const content = contentOf(observation)
    const { account, id, kind, openCount } = before
    const level = levelOf({ step: observation.step, count: observation.count, openCount })
    const isNowWorse = isWorse({ level: before.level, reportedAt: before.reportedAt.getTime() }, level, at.getTime())
    if (!isNowWorse && isSame(before, content)) return
    const isOpen = await inTransaction(this.#pool, async (client) => {
      if (!(await updateIncident(client, before, content, isNowWorse ? level : null, at))) return false
      if (isNowWorse && !before.sample)
        await this.#tell(
          client,
          { account, incident: id, phase: `worse-${level}` },
          await alertsFor(client, account, kind),
          at,
        )
      return true
    })
    if (isOpen) this.#parts.events.publish(account, { noun: 'incident', id, change: 'changed' })
  }

  async close(before: OpenIncident, at: Date): Promise<void> {
    const { account, id, name, kind, sample } = before
    const isClosed = await inTransaction(this.#pool, async (client) => {
      const told = sample ? [] : await toldAlerts(client, account, id)
      if (!(await closeIncident(client, before, overRank, at))) return false
      if (sample) return true
      await this.#record(client, account, 'incident.over', { id, name: name === '' ? kind : name }, at)
      await this.#tell(client, { account, incident: id, phase: 'over' }, told, at)
      return true
    })
    if (isClosed) this.#parts.events.publish(account, { noun: 'incident', id, change: 'changed' })
  }

  async #record(
    client: pg.PoolClient,
    account: string,
    action: string,
    object: { id: string; name: string },
    at: Date,
  ) {
    const scope = new Scope(drizzle(client), account)
    await recordActivity(scope, { action, caller: null, noun: 'incident', object, address: null }, at)
  }

  async #tell(
    client: pg.PoolClient,
    about: Omit<MessageKey, 'alert'>,
    alerts: readonly AlertTarget[],
    at: Date,
  ): Promise<void> {
    for (const { id: alert, quietHours } of alerts) {
      const key = { ...about, alert }
      const quiet = quietEnd(quietHours, at.getTime())
      const times = { isHeld: quiet !== null, dueAt: quiet === null ? at : new Date(quiet), now: at }
      if ((await insertMessage(client, key, times)) && quiet === null)
        await this.#parts.enqueue(client, messageId(key), { ...key, attempt: 1 })
    }
  }
}

export function makeIncidentWatcher(parts: Parts): IncidentWatcher {
  const { database, log, delivery } = parts
  const leases = makeLeases(database)
  const rules = rulesOf(database, log).map((rule) => ({ ...rule, checkedAt: -Infinity }))
  const writer = new IncidentWriter(parts)

  const compare = async (found: readonly Observation[], open: readonly OpenIncident[], at: Date) => {
    const left = new Map(open.map((one) => [openKey(one), one]))
    for (const observation of found) {
      const key = observationKey(observation)
      const before = left.get(key)
      left.delete(key)
      if (before) await writer.update(before, observation, at)
      else await writer.open(observation, at)
    }
    for (const one of left.values()) await writer.close(one, at)
  }

  const checkRules = async (at: Date) => {
    const open = await openIncidents(database.pool)
    for (const rule of rules) {
      // A clock that was set back must not stop the checks.
      if (Math.abs(at.getTime() - rule.checkedAt) < rule.everyMs) continue
      const own = open.filter(({ kind }) => rule.kinds.some((one) => one === kind))
      try {
        await compare(await rule.observe(at, own), own, at)
        rule.checkedAt = at.getTime()
      } catch (error) {
        // The other rules still count, and incidents of this one stay as they are.
        log.warn('checking for incidents failed', { kinds: rule.kinds.join(' '), error })
      }
    }
  }

  return {
    async check(at) {
      if (!(await leases.acquire(leaseName))) return
      await checkRules(at)
      await delivery.queueDue(at)
    },
    stop: () => leases.close(),
  }
}
