/**
 * Counts per facet value in one statement: conversations are read once, with one grouping set per facet. A facet is
 * counted without its own rules.
 */
import { and, sql, type SQL } from 'drizzle-orm'
import { conversationFields, priorities } from '#contract/conversation.ts'
import { maxFacetValues, type Facets } from '#contract/conversation-work.ts'
import { isRule, type FilterPart } from '#contract/filter/filter.ts'
import { conversation } from '#server/store/tables/conversation.ts'
import { conversationSources } from './conversation-filter.ts'
import { filterCondition, type FilterContext } from '#server/store/query/filter-sql.ts'
import type { Scope } from '#server/store/db/scope.ts'

interface FacetSource {
  /** The grouping expression. */
  value: SQL
  /** Display name of an id. */
  label?: SQL
}

const sources: Readonly<Record<string, FacetSource>> = {
  status: { value: sql`${conversation.status}` },
  priority: { value: sql`${conversation.priority}` },
  assignee: { value: sql`${conversation.assigneeId}`, label: sql`${conversation.assigneeName}` },
  team: { value: sql`${conversation.team}` },
  channel: { value: sql`${conversation.channelId}`, label: sql`${conversation.channelName}` },
  flow: { value: sql`${conversation.flowId}`, label: sql`${conversation.flowName}` },
  handled_by: { value: sql`${conversation.handledBy}` },
  label: { value: sql`${conversation.labels}` },
  unread: { value: sql`(${conversation.unreadCount} > 0)` },
}

const facetNames: readonly string[] = conversationFields.fields.filter((one) => one.facet).map((one) => one.name)

/** Parses facets such as "status,label"; null if one is unknown. */
export function readFacets(text: string | undefined): string[] | null {
  const names = (text ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
  if (names.length === 0) return [...facetNames]
  return names.every((name) => facetNames.includes(name)) ? [...new Set(names)] : null
}

export const knownFacets = facetNames.join(', ')

interface Split {
  /** Rules that apply to every facet. */
  common: FilterPart[]
  /** Rules on a facet's own field, in the outermost AND. */
  own: Map<string, FilterPart[]>
}

function splitFilter(filter: readonly FilterPart[], names: readonly string[]): Split {
  const split: Split = { common: [], own: new Map() }
  const take = (part: FilterPart) => {
    if (!isRule(part) && part.join === 'and') for (const one of part.parts) take(one)
    else if (isRule(part) && part.customKey === null && names.includes(part.field.name))
      split.own.set(part.field.name, [...(split.own.get(part.field.name) ?? []), part])
    else split.common.push(part)
  }
  for (const part of filter) take(part)
  return split
}

const as = (name: string) => sql.identifier(name)
const valueOf = (name: string): SQL => sources[name]?.value ?? sql`null::text`

/** Counts of one facet: its grouping set of the conversations, by index. */
function countedBy(names: readonly string[], name: string, own: ReadonlySet<string>): SQL {
  // `grouping()` has one bit per facet that was not grouped by.
  const which = 2 ** names.length - 1 - 2 ** (names.length - 1 - names.indexOf(name))
  const isList = name === 'label'
  const value = isList ? sql`one.value` : as(name)
  const label = sources[name]?.label ? sql`max(${as(`label ${name}`)})` : sql`null::text`
  const rows = as(own.has(name) ? `rows ${name}` : 'rows')
  // Keeps conversations without labels, as value null.
  const each = isList ? sql`left join lateral unnest(${as(name)}) as one(value) on true` : sql``
  return sql`(select ${name}::text as facet, ${value}::text as value, ${label} as label, sum(${rows})::int as count
    from grouped ${each} where which = ${sql.raw(String(which))} group by 2 having sum(${rows}) > 0
    order by 4 desc, 2 limit ${sql.raw(String(maxFacetValues + 1))})`
}

interface Counted extends Record<string, unknown> {
  facet: string
  value: string | null
  label: string | null
  count: number
}

/** `names`: result of `readFacets`. */
export async function countFacets(
  scope: Scope,
  names: readonly string[],
  filter: readonly FilterPart[],
  context: FilterContext,
): Promise<Facets> {
  const { common, own } = splitFilter(filter, names)
  const of = conversationSources(scope)
  const conditions = new Map([...own].map(([name, rules]) => [name, filterCondition(rules, of, context) ?? sql`true`]))
  const passing = (but: string | null) =>
    sql`count(*) filter (where ${and(...[...conditions].flatMap(([name, one]) => (name === but ? [] : [one]))) ?? sql`true`})`
  const fields: Record<string, SQL.Aliased> = {}
  for (const name of names) fields[name] = valueOf(name).as(name)
  for (const name of names) {
    const label = sources[name]?.label
    if (label) fields[`label ${name}`] = sql`max(${label})`.as(`label ${name}`)
  }
  const columns = names.map(valueOf)
  fields['which'] = sql`grouping(${sql.join(columns, sql`, `)})`.as('which')
  fields['rows'] = passing(null).as('rows')
  for (const name of conditions.keys()) fields[`rows ${name}`] = passing(name).as(`rows ${name}`)
  const sets = columns.map((value) => sql`(${value})`)
  const grouped = scope
    .select(conversation, fields, filterCondition(common, of, context))
    .groupBy(sql`grouping sets (${sql.join(sets, sql`, `)})`)
  const counts = names.map((name) => countedBy(names, name, new Set(conditions.keys())))
  const { rows } = await scope.withAccount((db) =>
    db.execute<Counted>(sql`with grouped as materialized (${grouped}) ${sql.join(counts, sql` union all `)}`),
  )
  return {
    facets: names.map((field) => {
      const mine = rows.filter((row) => row.facet === field)
      const values = mine
        .slice(0, maxFacetValues)
        .map(({ value, label, count }) => ({ value: named(field, value), label, count }))
      return { field, values, more: mine.length > maxFacetValues }
    }),
  }
}

/** Priorities are stored as their index. */
const named = (field: string, value: string | null): string | null =>
  field === 'priority' ? (priorities[Number(value)] ?? null) : value
