/**
 * Counts per facet value in one statement: conversations are read once, with one grouping set per facet. The counts
 * of a facet ignore the filter rules on its own field.
 */
import { and, sql, type SQL } from 'drizzle-orm'
import { conversationFields } from '#contract/conversation.ts'
import { maxFacetValues, type Facets } from '#contract/conversation-work.ts'
import { isRule, type FilterPart } from '#contract/filter/filter.ts'
import type { Field } from '#contract/kernel/catalogue.ts'
import { conversation } from '#server/store/tables/conversation.ts'
import { conversationColumns } from './conversation-columns.ts'
import { conversationSources } from './conversation-filter.ts'
import { valueOf, type FilterColumn } from '#server/store/query/columns.ts'
import { filterCondition, type FilterContext } from '#server/store/query/filter-sql.ts'
import type { Scope } from '#server/store/db/scope.ts'

const facets: ReadonlyMap<string, { field: Field; column: FilterColumn }> = new Map(
  conversationFields.fields
    .filter((field) => field.facet)
    .map((field) => [field.name, { field, column: conversationColumns[field.name] }]),
)

const facetNames: readonly string[] = [...facets.keys()]

/** Parses facets such as "status,label"; all if there are none, null if one is unknown. */
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
  const route = (part: FilterPart) => {
    if (!isRule(part) && part.join === 'and') for (const one of part.parts) route(one)
    else if (isRule(part) && part.customKey === null && names.includes(part.field.name))
      split.own.set(part.field.name, [...(split.own.get(part.field.name) ?? []), part])
    else split.common.push(part)
  }
  for (const part of filter) route(part)
  return split
}

const asGroup = (name: string) => sql.identifier(name)

function groupedValue(name: string): SQL {
  const column = facets.get(name)?.column
  return column ? valueOf(column) : sql`null::text`
}

/** SQL: counts of one facet, from the rows of its grouping set. */
function groupingOf(names: readonly string[], name: string, own: ReadonlySet<string>): SQL {
  // `grouping()` has one bit per facet that was not grouped by.
  const which = 2 ** names.length - 1 - 2 ** (names.length - 1 - names.indexOf(name))
  const isList = facets.get(name)?.field.type === 'list'
  const value = isList ? sql`one.value` : asGroup(name)
  const label = facets.get(name)?.column.label ? sql`max(${asGroup(`label ${name}`)})` : sql`null::text`
  const rows = asGroup(own.has(name) ? `rows ${name}` : 'rows')
  // Keeps conversations without labels, as value null.
  const each = isList ? sql`left join lateral unnest(${asGroup(name)}) as one(value) on true` : sql``
  return sql`(select ${name}::text as facet, ${value}::text as value, ${label} as label, sum(${rows})::int as count
    from grouped ${each} where which = ${sql.raw(String(which))} group by 2 having sum(${rows}) > 0
    order by 4 desc, 2 limit ${sql.raw(String(maxFacetValues + 1))})`
}

interface FacetCount extends Record<string, unknown> {
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
  const passing = (exceptFacet: string | null) =>
    sql`count(*) filter (where ${and(...[...conditions].flatMap(([name, one]) => (name === exceptFacet ? [] : [one]))) ?? sql`true`})`
  const fields: Record<string, SQL.Aliased> = {}
  for (const name of names) fields[name] = groupedValue(name).as(name)
  for (const name of names) {
    const label = facets.get(name)?.column.label
    if (label) fields[`label ${name}`] = sql`max(${label})`.as(`label ${name}`)
  }
  const columns = names.map(groupedValue)
  fields['which'] = sql`grouping(${sql.join(columns, sql`, `)})`.as('which')
  fields['rows'] = passing(null).as('rows')
  for (const name of conditions.keys()) fields[`rows ${name}`] = passing(name).as(`rows ${name}`)
  const sets = columns.map((value) => sql`(${value})`)
  const grouped = scope
    .select(conversation, fields, filterCondition(common, of, context))
    .groupBy(sql`grouping sets (${sql.join(sets, sql`, `)})`)
  const counts = names.map((name) => groupingOf(names, name, new Set(conditions.keys())))
  const { rows } = await scope.withAccount((db) =>
    db.execute<FacetCount>(sql`with grouped as materialized (${grouped}) ${sql.join(counts, sql` union all `)}`),
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

/** The value of a facet as in the contract: ranks are stored as their index. */
function named(name: string, value: string | null): string | null {
  const field = facets.get(name)?.field
  return field?.type === 'rank' ? (field.values[Number(value)] ?? null) : value
}
