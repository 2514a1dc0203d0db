/** Budgets: how much may be spent in a day or a month, for all flows or for one. A budget stops nothing: it says so in time. Source: docs/api.md, "Balance". */
import { z } from 'zod'
import { TimeZone } from './filter/filtered-query.ts'
import { del, get, noun, patch, post } from './kernel/kernel.ts'
import { Currency, Id, Money, page, pageQuery, Ref, Time, Version } from './kernel/page.ts'

export const budgetPeriods = ['daily', 'monthly'] as const

/** An amount as it is asked for: more than nothing, and no more than what the ledger's 64 bits add up without doubt. */
const maxUnits = 1_000_000_000
const amountWords = `Use an amount from 0.000001 to ${maxUnits}, with digits and a point: 250.00.`
const BudgetAmount = z
  .string({ error: 'Send the amount as a string, like "250.00", because JSON numbers lose digits.' })
  .regex(/^\d{1,10}(?:\.\d{1,6})?$/, amountWords)
  .refine((text) => /[1-9]/.test(text) && Number(text) <= maxUnits, amountWords)

/** Percent of the amount; more thresholds than these would be noise. */
const maxThresholds = 5
const maxPercent = 1000
const Thresholds = z
  .array(z.int().min(1, 'Use a percentage from 1 to 1000.').max(maxPercent, 'Use a percentage from 1 to 1000.'))
  .min(1, 'Give at least one percentage.')
  .max(maxThresholds, `Use at most ${maxThresholds} percentages.`)
  .overwrite((all) => [...new Set(all)].toSorted((a, b) => a - b))

export const Budget = z.object({
  id: Id,
  /** Null = all flows together. The name stays when the flow is gone. */
  flow: Ref.nullable(),
  period: z.enum(budgetPeriods),
  /** The zone whose days or months are meant. */
  tz: z.string(),
  amount: Money,
  currency: Currency,
  /** Percent of the amount at which it is said, ascending. */
  thresholds: z.array(z.int()),
  version: z.int(),
  created_at: Time,
  updated_at: Time,
  /** How it stands in the period that goes on. */
  state: z.object({
    from: Time,
    to: Time,
    spent: Money,
    /** Percent of the amount, with one decimal, rounded down. */
    share: z.number(),
    /** The highest threshold that is reached; null = none yet. */
    reached: z.int().nullable(),
    /** `over`: the amount is used up. */
    status: z.enum(['ok', 'alert', 'over']),
    /** What will be spent at the end of the period. */
    projected: Money,
    /** How that was reckoned, in words. */
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
    changes: ['budget'],
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
    summary: 'Change amount, period, thresholds or flow of a budget',
    body: z.strictObject({
      ...draft,
      period: draft.period.optional(),
      amount: BudgetAmount.optional(),
      version: Version.optional(),
    }),
    returns: Budget,
    errors: ['not_found'],
    changes: ['budget'],
    extension: 'budgets',
    hasVersion: true,
  }),
  remove: del('/billing/budget/{id}/', {
    summary: 'Delete a budget',
    errors: ['not_found'],
    changes: ['budget'],
    extension: 'budgets',
    hasVersion: true,
  }),
})
