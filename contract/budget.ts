/**
 * Budgets: spending limits for a day or a month, for all flows or for one. A budget warns, or pauses its flows.
 * Source: docs/api.md, "Balance".
 */
import { z } from 'zod'
import { del, get, noun, patch, post } from './kernel/endpoint.ts'
import { TimeZone } from './filter/filtered-query.ts'
import { Currency, Id, Money, page, pageQuery, Ref, Time, Version } from './kernel/page.ts'

export const budgetPeriods = ['daily', 'monthly'] as const

/** What a budget does once its amount is used up. Alerts at percentages are shown in either case. */
export const budgetActions = ['warn', 'pause'] as const

/** Largest amount, in units of the currency: sums stay within the ledger's 64 bits. */
const maxUnits = 1_000_000_000
const amountWords = `Use an amount from 0.000001 to ${maxUnits}, in digits with a decimal point, like 250.00.`
const BudgetAmount = z
  .string({ error: 'Send the amount as a string, like "250.00", because JSON numbers lose digits.' })
  .regex(/^\d{1,10}(?:\.\d{1,6})?$/, amountWords)
  .refine((text) => /[1-9]/.test(text) && Number(text) <= maxUnits, amountWords)

/** Maximum number of thresholds; more would be noise. */
const maxThresholds = 5
const maxPercent = 1000
const Thresholds = z
  .array(z.int().min(1, 'Use a percentage from 1 to 1000.').max(maxPercent, 'Use a percentage from 1 to 1000.'))
  .min(1, 'Give at least one percentage.')
  .max(maxThresholds, `Use at most ${maxThresholds} percentages.`)
  .overwrite((all) => [...new Set(all)].toSorted((a, b) => a - b))

export const Budget = z.object({
  id: Id,
  /** Null = all flows together. The name is kept after the flow is deleted. */
  flow: Ref.nullable(),
  period: z.enum(budgetPeriods),
  /** Time zone of the days or months. */
  tz: z.string(),
  amount: Money,
  currency: Currency,
  /** Percentages of the amount at which to warn, ascending. */
  thresholds: z.array(z.int()),
  /** `pause`: its flows start no runs until the period ends or the amount is raised. Absent = warn. */
  action: z.enum(budgetActions).optional(),
  /** Part of the sample workspace; absent = false. */
  sample: z.boolean().optional(),
  version: z.int(),
  created_at: Time,
  updated_at: Time,
  /** State in the current period. */
  state: z.object({
    from: Time,
    to: Time,
    spent: Money,
    /** Percent of the amount, with one decimal, rounded down. */
    share: z.number(),
    /** The highest threshold reached; null = none yet. */
    reached: z.int().nullable(),
    /** `over`: the amount is used up. */
    status: z.enum(['ok', 'alert', 'over']),
    /** Projected cost at the end of the period. */
    projected: Money,
    /** How the projection was computed, as text. */
    basis: z.string(),
  }),
})
export type Budget = z.infer<typeof Budget>

const draft = {
  /** Id of a flow; null or left out = all flows together. */
  flow: Id.nullable().optional(),
  period: z.enum(budgetPeriods),
  tz: TimeZone.optional(),
  amount: BudgetAmount,
  thresholds: Thresholds.optional(),
  /** Default: warn. */
  action: z.enum(budgetActions).optional(),
}

export const budget = noun('budget', {
  list: get('/billing/budget/', {
    summary: 'List budgets with their state, most used first',
    query: pageQuery.pick({ limit: true }),
    returns: page(Budget),
    extension: 'budgets',
  }),
  create: post('/billing/budget/', {
    summary: 'Create a budget for all flows or for one flow',
    body: z.strictObject(draft),
    returns: Budget,
    success: 201,
    errors: ['conflict'],
    changes: ['budget', 'flow'],
    extension: 'budgets',
  }),
  read: get('/billing/budget/{id}/', {
    summary: 'Get a budget with its state',
    returns: Budget,
    errors: ['not_found'],
    extension: 'budgets',
    hasVersion: true,
  }),
  edit: patch('/billing/budget/{id}/', {
    summary: 'Change the amount, period, time zone, thresholds, action or flow of a budget',
    body: z.strictObject({
      ...draft,
      period: draft.period.optional(),
      amount: BudgetAmount.optional(),
      version: Version.optional(),
    }),
    returns: Budget,
    errors: ['not_found'],
    changes: ['budget', 'flow'],
    extension: 'budgets',
    hasVersion: true,
  }),
  remove: del('/billing/budget/{id}/', {
    summary: 'Delete a budget',
    errors: ['not_found'],
    changes: ['budget', 'flow'],
    extension: 'budgets',
    hasVersion: true,
  }),
})
