/** The ledger and what is read from it: entries, and the statement of a month. Source: docs/api.md, "Balance". */
import { z } from 'zod'
import { field, type Catalogue } from './kernel/catalogue.ts'
import { filteredQuery } from './filter/filtered-query.ts'
import { get, noun } from './kernel/kernel.ts'
import { isGivenYear, wrongYear } from './kernel/limits.ts'
import { Currency, Id, Money, page, Ref, Time } from './kernel/page.ts'

export const entryKinds = ['grant', 'top_up', 'run', 'trial', 'adjustment'] as const
export const EntryKind = z.enum(entryKinds)
export type EntryKind = z.infer<typeof EntryKind>

export const LedgerEntry = z.object({
  id: Id,
  at: Time,
  kind: EntryKind,
  /** Credit is positive, what a run or a trial of a tool costs is negative. */
  amount: Money,
  currency: Currency,
  /** What was paid for; its flow is null where the run is not kept any more. */
  run: z.object({ id: Id, flow: Ref.nullable() }).nullable(),
  note: z.string().nullable(),
  /** The balance right after this entry; null where entries between are filtered away. */
  balance_after: Money.nullable(),
  sample: z.boolean(),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

/** The fields by which the ledger is filtered and ordered. */
export const ledgerFields: Catalogue = {
  customPrefix: null,
  defaultOrdering: '-at',
  fields: [
    field('at', 'Booked', 'time', { indexed: true, orderable: true }),
    field('kind', 'Kind', 'choice', { values: entryKinds, indexed: true }),
    field('run', 'Run', 'ref', { indexed: true }),
  ],
}

export const Statement = z.object({
  /** "2026-11" */
  month: z.string(),
  /** The zone whose months are meant. */
  tz: z.string(),
  from: Time,
  to: Time,
  /** False while the month goes on. */
  is_over: z.boolean(),
  currency: Currency,
  opening_balance: Money,
  /** What came in and what was set right, by kind; an adjustment may be negative. */
  credits: z.array(z.object({ kind: EntryKind, count: z.int(), amount: Money })),
  costs: z.object({
    total: Money,
    /** Dearest first; the flow is null for runs that are not kept any more, and with 0 runs for trials of tools. They add up to the total. */
    by_flow: z.array(z.object({ flow: Ref.nullable(), runs: z.int(), cost: Money })),
    /** Dearest first; kind "" is what is not broken down. They add up to the total. */
    by_kind: z.array(z.object({ kind: z.string(), label: z.string(), cost: Money })),
  }),
  /** Opening balance + credits − costs. */
  closing_balance: Money,
})
export type Statement = z.infer<typeof Statement>

/** What costs are of that belong to no flow that is known. */
export const costsWithoutFlow = (runs: number): string => (runs === 0 ? 'Tool tests' : 'Deleted runs')

/** The months of a statement. */
const Month = z
  .string()
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, { error: 'Use a month like 2026-11.', abort: true })
  .refine(isGivenYear, wrongYear)

export const ledger = noun('balance', {
  entries: get('/billing/ledger/', {
    summary: 'List all bookings',
    query: filteredQuery,
    filters: ledgerFields,
    returns: page(LedgerEntry),
    errors: ['unknown_filter'],
    hasCsv: true,
    extension: 'ledger',
  }),
  statement: get('/billing/statement/', {
    summary: 'Get the statement of a month: opening balance, credit, cost and closing balance',
    query: filteredQuery.pick({ tz: true }).extend({ month: Month.optional() }),
    returns: Statement,
    hasCsv: true,
    extension: 'ledger',
  }),
})
