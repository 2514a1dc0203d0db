/** The ledger: its entries, and monthly statements. Source: docs/api.md, "Balance". */
import { z } from 'zod'
import { field, type Catalogue } from './kernel/catalogue.ts'
import { get, noun } from './kernel/endpoint.ts'
import { isAllowedYear, yearMessage } from './kernel/limits.ts'
import { filteredQuery } from './filter/filtered-query.ts'
import { Currency, Id, Money, page, Ref, Time } from './kernel/page.ts'

export const entryKinds = ['grant', 'top_up', 'run', 'trial', 'adjustment'] as const
export const EntryKind = z.enum(entryKinds)
export type EntryKind = z.infer<typeof EntryKind>

export const LedgerEntry = z.object({
  id: Id,
  at: Time,
  kind: EntryKind,
  /** Positive for credits, negative for costs of runs and tool tests; an adjustment may be either. */
  amount: Money,
  currency: Currency,
  /** The run that caused the cost; its flow is null if the run was deleted. */
  run: z.object({ id: Id, flow: Ref.nullable() }).nullable(),
  note: z.string().nullable(),
  /** The balance right after this entry; null if the list is filtered by anything but a range of `at`. */
  balance_after: Money.nullable(),
  sample: z.boolean(),
})
export type LedgerEntry = z.infer<typeof LedgerEntry>

/** Filter and order fields of the ledger. */
export const ledgerFields = {
  customPrefix: null,
  defaultOrdering: '-at',
  fields: [
    field('at', 'Booked', 'time', { indexed: true, orderable: true }),
    field('kind', 'Kind', 'choice', { values: entryKinds, indexed: true }),
    field('run', 'Run', 'ref', { indexed: true }),
  ],
} satisfies Catalogue

export const Statement = z.object({
  /** "2026-11" */
  month: z.string(),
  /** Time zone in which months begin and end. */
  tz: z.string(),
  from: Time,
  to: Time,
  /** False for the current month. */
  is_over: z.boolean(),
  currency: Currency,
  opening_balance: Money,
  /** Credits and adjustments by kind; an adjustment may be negative. */
  credits: z.array(z.object({ kind: EntryKind, count: z.int(), amount: Money })),
  costs: z.object({
    total: Money,
    /**
     * Most expensive first. The flow is null for deleted runs and, with 0 runs, for tool tests. Adds up to the total.
     */
    by_flow: z.array(z.object({ flow: Ref.nullable(), runs: z.int(), cost: Money })),
    /** Most expensive first; kind "" is cost without a breakdown. Adds up to the total. */
    by_kind: z.array(z.object({ kind: z.string(), label: z.string(), cost: Money })),
  }),
  /** Opening balance + credits − costs. */
  closing_balance: Money,
})
export type Statement = z.infer<typeof Statement>

/** Label of costs without a known flow. */
export const costsWithoutFlow = (runs: number): string => (runs === 0 ? 'Tool tests' : 'Deleted runs')

/** Month parameter of a statement. */
const Month = z
  .string()
  .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, { error: 'Use a month like 2026-11.', abort: true })
  .refine(isAllowedYear, yearMessage)

export const ledger = noun('balance', {
  entries: get('/billing/ledger/', {
    summary: 'List ledger entries: credits and costs',
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
