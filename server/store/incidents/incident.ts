/** Incidents for the API. */
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import { IncidentKind, incidentKinds, incidentSeverities, type Incident } from '#contract/incident.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import { commaChoices } from '#server/store/query/comma-list.ts'
import { readPage, sortKeys } from '#server/store/query/page-sql.ts'
import { incident } from '#server/store/tables/incident.ts'
import type { Scope } from '#server/store/db/scope.ts'

interface Query extends PageQuery {
  status?: Incident['status'] | undefined
  kind?: string | undefined
}

/** Rank of incidents that are over: after all open ones. */
export const overRank = 100

/** Position among open incidents: the severity, then the kind. */
export const openRank = ({ severity, kind }: Pick<Incident, 'severity' | 'kind'>): number =>
  incidentSeverities.indexOf(severity) * incidentKinds.length + incidentKinds.indexOf(kind)

const fields = {
  id: incident.id,
  kind: incident.kind,
  severity: incident.severity,
  subjectNoun: incident.subjectNoun,
  subjectId: incident.subjectId,
  subjectName: incident.subjectName,
  message: incident.message,
  figures: incident.figures,
  path: incident.path,
  openedAt: incident.openedAt,
  changedAt: incident.changedAt,
  reportedAt: incident.reportedAt,
  overAt: incident.overAt,
  sample: incident.sample,
}

type Row = Pick<typeof incident.$inferSelect, keyof typeof fields>

const subjectNouns = ['flow', 'channel', 'budget'] as const

export function toIncident(row: Row): Incident {
  const noun = subjectNouns.find((one) => one === row.subjectNoun)
  return {
    id: row.id,
    kind: IncidentKind.parse(row.kind),
    severity: row.severity === 'broken' ? 'broken' : 'attention',
    status: row.overAt === null ? 'open' : 'over',
    subject: noun === undefined ? null : { noun, id: row.subjectId, name: row.subjectName },
    message: row.message,
    figures: row.figures,
    opened_at: row.openedAt.toISOString(),
    changed_at: row.changedAt.toISOString(),
    reported_at: row.reportedAt.toISOString(),
    over_at: row.overAt?.toISOString() ?? null,
    path: row.path,
    sample: row.sample,
  }
}

const orderings = {
  rank: { expression: sql`${incident.rank}`, type: 'int8', nullable: false },
  opened_at: { expression: sql`${incident.openedAt}`, type: 'timestamptz', nullable: false },
} as const

export function listIncidents(scope: Scope, query: Query): Promise<Page<Incident>> {
  const kinds = commaChoices('kind', query.kind, incidentKinds)
  const where = and(
    query.status === undefined
      ? undefined
      : query.status === 'open'
        ? isNull(incident.overAt)
        : isNotNull(incident.overAt),
    kinds === null ? undefined : inArray(incident.kind, kinds),
  )
  return readPage({
    scope,
    table: incident,
    where,
    name: `incident ${query.ordering ?? ''}`,
    keys: sortKeys(orderings, query.ordering, 'rank,-opened_at'),
    id: sql`${incident.id}`,
    query,
    read: ({ fields: extra, condition, order }) =>
      scope.select(incident, { ...fields, ...extra }, and(where, condition)).orderBy(...order),
    toResult: (row) => toIncident(row),
  })
}

export async function readIncident(scope: Scope, id: string): Promise<Incident | null> {
  const [row] = await scope.select(incident, fields, eq(incident.id, id))
  return row ? toIncident(row) : null
}
