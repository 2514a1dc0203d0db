/** Handlers of the ledger and of statements. */
import { costsWithoutFlow, ledger, type LedgerEntry, type Statement } from '#contract/ledger.ts'
import type { PageQuery } from '#contract/kernel/page.ts'
import { dayIn } from '#lib/time/calendar-day.ts'
import { listLedger } from '#server/store/money/ledger-list.ts'
import { readStatement } from '#server/store/money/statement.ts'
import { clockText, csvReply, csvTextReply, type CsvColumn } from '#server/handlers/replies/csv-reply.ts'
import { handler, type Handler, defaultZone } from '#server/protocol/handler.ts'

const columns: readonly CsvColumn<LedgerEntry>[] = [
  { name: 'at', label: 'Booked', isTime: true, cell: (entry, zone) => clockText(entry.at, zone) },
  { name: 'kind', label: 'Kind', cell: (entry) => entry.kind },
  { name: 'amount', label: 'Amount', cell: (entry) => entry.amount },
  { name: 'currency', label: 'Currency', cell: (entry) => entry.currency },
  { name: 'balance_after', label: 'Balance after', cell: (entry) => entry.balance_after ?? '' },
  { name: 'flow', label: 'Flow', cell: (entry) => entry.run?.flow?.name ?? '' },
  { name: 'run', label: 'Run', cell: (entry) => entry.run?.id ?? '' },
  { name: 'note', label: 'Note', cell: (entry) => entry.note ?? '' },
  { name: 'id', label: 'Id', cell: (entry) => entry.id },
]

const entries = handler(ledger.entries, async ({ scope, caller, filter, wantsCsv }, { query }) => {
  const zone = query.tz ?? defaultZone
  const read = (columnsParameter: PageQuery) => listLedger(scope, filter, columnsParameter, { zone, caller: caller.id })
  if (!wantsCsv) return { body: await read(query) }
  return csvReply({ fileName: 'ledger', columns, zone }, (place) => read({ ordering: query.ordering, ...place }))
})

/** CSV rows of a statement; costs are positive, as in the statement. */
function statementRows(found: Statement): string[][] {
  const line = (part: string, name: string, count: string, amount: string) => [
    found.month,
    part,
    name,
    count,
    amount,
    found.currency,
    found.tz,
  ]
  const { costs } = found
  return [
    ['Month', 'Part', 'Name', 'Count', 'Amount', 'Currency', 'Time zone'],
    line('Opening balance', '', '', found.opening_balance),
    ...found.credits.map(({ kind, count, amount }) => line('Credit', kind, String(count), amount)),
    line('Cost', '', '', costs.total),
    ...costs.by_flow.map(({ flow, runs, cost }) =>
      line('Cost by flow', flow?.name ?? costsWithoutFlow(runs), String(runs), cost),
    ),
    ...costs.by_kind.map(({ label, cost }) => line('Cost by kind', label, '', cost)),
    line('Closing balance', '', '', found.closing_balance),
  ]
}

const statement = handler(ledger.statement, async ({ scope, services, wantsCsv }, { query }) => {
  const zone = query.tz ?? defaultZone
  const now = services.now()
  const month = query.month ?? dayIn(now.getTime(), zone).slice(0, 7)
  const found = await readStatement(scope, month, { zone, now })
  return wantsCsv ? csvTextReply(`statement ${month}`, statementRows(found)) : { body: found }
})

export const ledgerHandlers: Handler[] = [entries, statement]
