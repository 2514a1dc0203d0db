/** List of ledger entries, with the balance after each. */
import { and, eq, sql, gte, lt, type SQL } from 'drizzle-orm'
import { isRule, type FilterPart } from '#contract/filter/filter.ts'
import { EntryKind, ledgerFields, type LedgerEntry } from '#contract/ledger.ts'
import type { Page, PageQuery } from '#contract/kernel/page.ts'
import { formatMicros } from '#lib/money/money.ts'
import { ledger, ledgerDay } from '#server/store/tables/ledger.ts'
import { run } from '#server/store/tables/run.ts'
import { accountCurrency } from '#server/store/accounts/account-currency.ts'
import { columnOrderings, columnSources, type CatalogueColumns } from '#server/store/query/columns.ts'
import { filterCondition, type FilterContext } from '#server/store/query/filter-sql.ts'
import { readPage, sortKeys, type PagePart } from '#server/store/query/page-sql.ts'
import type { Scope } from '#server/store/db/scope.ts'

const columns: CatalogueColumns<typeof ledgerFields> = {
  at: { value: ledger.at },
  kind: { value: ledger.kind },
  run: { value: ledger.runId },
}

const sourceOf = columnSources(ledgerFields.fields, columns)
const orderings = columnOrderings(ledgerFields.fields, columns)

const fields = {
  seq: ledger.seq,
  at: ledger.at,
  kind: ledger.kind,
  micros: ledger.micros,
  runId: ledger.runId,
  note: ledger.note,
  sample: ledger.sample,
  flowId: sql<string | null>`${run.flowId}`,
  flowName: sql<string | null>`${run.flowName}`,
}

type Row = Pick<typeof ledger.$inferSelect, 'seq' | 'at' | 'kind' | 'micros' | 'runId' | 'note' | 'sample'> & {
  flowId: string | null
  flowName: string | null
}

const toEntry = (row: Row, currency: string) => ({
  id: String(row.seq),
  at: row.at.toISOString(),
  kind: EntryKind.parse(row.kind),
  amount: formatMicros(row.micros),
  currency,
  run:
    row.runId === null
      ? null
      : { id: row.runId, flow: row.flowId === null ? null : { id: row.flowId, name: row.flowName ?? '' } },
  note: row.note,
  sample: row.sample,
})

/** Balance after each row of a page; no bookings may be missing between its rows. */
async function balancesOf(scope: Scope, rows: readonly Row[]): Promise<bigint[]> {
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return []
  const isDescending = first.at > last.at || (first.at.getTime() === last.at.getTime() && first.seq >= last.seq)
  const newestFirst = isDescending ? rows : rows.toReversed()
  const balances: bigint[] = []
  let balance = await balanceAfter(scope, newestFirst[0] ?? first)
  for (const row of newestFirst) {
    balances.push(balance)
    balance -= row.micros
  }
  return isDescending ? balances : balances.toReversed()
}

/** Default order `-at`; bookings at the same time are ordered by `seq`, in the same direction. */
export async function listLedger(
  scope: Scope,
  filter: readonly FilterPart[],
  query: PageQuery,
  context: FilterContext,
): Promise<Page<LedgerEntry>> {
  const where = filterCondition(filter, sourceOf, context)
  const currency = await accountCurrency(scope)
  const read = ({ fields: extra, condition, order }: PagePart) =>
    scope
      .select(ledger, { ...fields, ...extra }, and(where, condition))
      .leftJoin(run, scope.on(run, eq(run.id, ledger.runId)))
      .orderBy(...order)
  const page = await readPage({
    scope,
    table: ledger,
    where,
    name: `ledger ${query.ordering ?? ''}`,
    keys: sortKeys(orderings, query.ordering, ledgerFields.defaultOrdering),
    // Cursors contain text: padded to 19 digits, numbers sort the same as text.
    id: sql`lpad(${ledger.seq}::text, 19, '0')`,
    query,
    read,
    toResult: (row: Row) => row,
  })
  const isWhole = filter.every((part) => isRule(part) && part.field.name === 'at' && part.operator !== 'exact')
  const balances = isWhole ? await balancesOf(scope, page.results) : []
  return {
    ...page,
    results: page.results.map((row, index) => {
      const balance = balances[index]
      return { ...toEntry(row, currency), balance_after: balance === undefined ? null : formatMicros(balance) }
    }),
  }
}

/**
 * Micros of all days before that of `at` (UTC), plus that day's bookings that meet the condition: earlier days come from
 * the daily totals, so that only bookings of one day are added up.
 */
async function balanceWhere(scope: Scope, at: Date, condition: SQL): Promise<bigint> {
  const day = at.toISOString().slice(0, 10)
  const before = scope.select(ledgerDay, { micros: sql`coalesce(sum(${ledgerDay.micros}), 0)` }, lt(ledgerDay.day, day))
  const [sum] = await scope.select(
    ledger,
    { micros: sql<string>`(coalesce(sum(${ledger.micros}), 0) + ${before})::text` },
    and(gte(ledger.at, new Date(day)), condition),
  )
  return BigInt(sum?.micros ?? '0')
}

/** Balance right after a booking, in chronological order. */
export const balanceAfter = (scope: Scope, { at, seq }: { at: Date; seq: bigint }): Promise<bigint> =>
  balanceWhere(scope, at, sql`(${ledger.at}, ${ledger.seq}) <= (${at.toISOString()}::timestamptz, ${seq})`)
