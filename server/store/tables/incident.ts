/** Incidents, addresses for alerts, their messages, and watched schedules. */
import { sql } from 'drizzle-orm'
import { boolean, foreignKey, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { QuietHours } from '#contract/alert.ts'
import type { IncidentFigures } from '#contract/incident.ts'
import { accountId, accountOfParent } from './account.ts'
import { at, bytes, id, sample, words } from './column.ts'

export const incident = pgTable(
  'incident',
  {
    accountId: accountId(),
    id: id(),
    kind: text('kind').notNull(),
    severity: text('severity').notNull(),
    /** '' = none: the unique index would treat nulls as different. */
    subjectNoun: text('subject_noun').notNull().default(''),
    subjectId: text('subject_id').notNull().default(''),
    subjectName: text('subject_name').notNull().default(''),
    message: text('message').notNull(),
    figures: jsonb('figures').$type<IncidentFigures>().notNull(),
    path: text('path').notNull(),
    /** Position in lists: severity and kind of open incidents; those that are over come last. */
    rank: integer('rank').notNull(),
    /** Highest level that was reported; a higher one is "worse" (rules.ts). */
    level: integer('level').notNull().default(0),
    /** `count` when it opened, with which later counts are compared. */
    openCount: integer('open_count').notNull().default(0),
    openedAt: at('opened_at').notNull(),
    changedAt: at('changed_at').notNull(),
    /** When it opened or last got worse. */
    reportedAt: at('reported_at').notNull(),
    overAt: at('over_at'),
    sample: sample(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.id] }),
    uniqueIndex('incident_open')
      .on(t.accountId, t.kind, t.subjectNoun, t.subjectId)
      .where(sql`${t.overAt} is null`),
    index('incident_rank').on(t.accountId, t.rank, t.openedAt, t.id),
  ],
)

export const alert = pgTable(
  'alert',
  {
    accountId: accountId(),
    id: id(),
    name: text('name').notNull(),
    /** email | slack | webhook */
    kind: text('kind').notNull(),
    /** As shown: an email address, or the origin of a URL. */
    address: text('address').notNull(),
    /** Sealed JSON: {"url", "signing_secret"}. */
    secrets: bytes('secrets'),
    /** Empty = every kind. */
    incidentKinds: words('incident_kinds'),
    quietHours: jsonb('quiet_hours').$type<QuietHours>(),
    isEnabled: boolean('is_enabled').notNull().default(true),
    lastAt: at('last_at'),
    /** sent | retrying | failed */
    lastStatus: text('last_status'),
    lastDetail: text('last_detail'),
    version: integer('version').notNull().default(1),
    createdAt: at('created_at').notNull().defaultNow(),
    updatedAt: at('updated_at').notNull().defaultNow(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.id] })],
)

/** One message per incident, phase and address. */
export const alertMessage = pgTable(
  'alert_message',
  {
    accountId: accountOfParent(),
    incidentId: text('incident_id').notNull(),
    /** opened | worse-<level> | over */
    phase: text('phase').notNull(),
    alertId: text('alert_id').notNull(),
    /** waiting (quiet hours, or a retry) | queued | sent | failed | dropped */
    status: text('status').notNull(),
    /** For `waiting`: when to queue it. */
    dueAt: at('due_at').notNull(),
    /** Number of its last queue entry, from 1; older entries do nothing. */
    attempt: integer('attempt').notNull().default(1),
    failures: integer('failures').notNull().default(0),
    changedAt: at('changed_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.incidentId, t.phase, t.alertId] }),
    foreignKey({ columns: [t.accountId, t.incidentId], foreignColumns: [incident.accountId, incident.id] }).onDelete(
      'cascade',
    ),
    foreignKey({ columns: [t.accountId, t.alertId], foreignColumns: [alert.accountId, alert.id] }).onDelete('cascade'),
    index('alert_message_unsent')
      .on(t.status, t.dueAt)
      .where(sql`${t.status} in ('waiting', 'queued')`),
  ],
)

/** Schedules of active flows, with the next time to check. */
export const scheduleWatch = pgTable(
  'schedule_watch',
  {
    accountId: accountId(),
    flowId: text('flow_id').notNull(),
    nodeId: text('node_id').notNull(),
    cron: text('cron').notNull(),
    zone: text('zone').notNull(),
    /** The next time at which a run must start. */
    dueAt: at('due_at').notNull(),
    /** The last time without a run, if no later one has started; and how many in a row. */
    missedAt: at('missed_at'),
    misses: integer('misses').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.flowId, t.nodeId] })],
)
