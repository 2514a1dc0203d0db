/** Handlers of balance, runs and totals. */
import { balance, run, summaryGroups } from '#contract/billing.ts'
import type { PageQuery } from '#contract/kernel/page.ts'
import { invalid, notFound } from '#server/base/fault.ts'
import { readBalance } from '#server/store/money/billing.ts'
import { commaList } from '#server/store/query/comma-list.ts'
import { listRuns, readRun } from '#server/store/runs/run.ts'
import { summarizeRuns } from '#server/store/runs/run-summary.ts'
import { requestedColumns, csvReply } from '#server/handlers/replies/csv-reply.ts'
import { handler, type Handler, defaultZone } from '#server/protocol/handler.ts'
import { csvColumnsOfRuns } from '#server/handlers/flows/run-csv-cells.ts'

const readAccountBalance = handler(balance.read, async ({ scope, services }) => ({
  body: await readBalance(scope, services.now()),
}))

const list = handler(run.list, async ({ scope, caller, filter, wantsCsv }, { query: { columns, ...query } }) => {
  const zone = query.tz ?? defaultZone
  const read = (requested: PageQuery) => listRuns(scope, filter, requested, { zone, caller: caller.id })
  if (!wantsCsv) return { body: await read(query) }
  const facts = { fileName: 'runs', columns: requestedColumns(csvColumnsOfRuns, columns), zone }
  return csvReply(facts, (place) => read({ ordering: query.ordering, ...place }))
})

const summary = handler(run.summary, async ({ scope, services, caller, filter }, { query }) => {
  const requested = commaList(query.group_by) ?? []
  const unknownName = requested.find((name) => !summaryGroups.some((known) => known === name))
  if (unknownName !== undefined)
    throw invalid('group_by', `"${unknownName}" is not one of ${summaryGroups.join(', ')}.`)
  const names = summaryGroups.filter((name) => requested.includes(name))
  return {
    body: await summarizeRuns(scope, filter, names, {
      zone: query.tz ?? defaultZone,
      caller: caller.id,
      now: services.now(),
    }),
  }
})

const read = handler(run.read, async ({ scope }, { params }) => {
  const found = await readRun(scope, params.id)
  if (!found) throw notFound('run')
  return { body: found }
})

export const billingHandlers: Handler[] = [readAccountBalance, list, summary, read]
