/**
 * Failed runs by reason, and bulk retries and cancellations. Source: docs/api.md, "Runs".
 */
import { z } from 'zod'
import { runFields } from './billing.ts'
import { FilterGroup } from './filter/filter-group.ts'
import { filteredQuery, TimeZone } from './filter/filtered-query.ts'
import { get, noun, post } from './kernel/endpoint.ts'
import { Currency, Id, Money, page, pageQuery, Ref, Time } from './kernel/page.ts'
import { RunStatus } from './values/run-status.ts'

/** Maximum number of reasons in a response, most runs first; `other` has the rest. */
export const maxReasons = 100
/** Maximum number of runs in one bulk action; equals the limit of exact list counts. */
export const maxBulkRuns = 10_000

/** Runs that did not succeed for the same reason: the same error at the same step of the same flow. */
export const RunReason = z.object({
  /** Value of the filter field `reason` of runs. */
  key: z.string(),
  flow: Ref,
  /** The step; its name is that of the latest run. Null if the run failed outside of a step. */
  node: Ref.nullable(),
  status: RunStatus,
  /** Error of the latest run. */
  error: z.object({ code: z.string(), message: z.string() }),
  count: z.int(),
  /** Runs that were retried already. */
  retried: z.int(),
  first_at: Time,
  last_at: Time,
  cost: Money,
  /** Number of runs in each of `trendLength` slices of the period, oldest first. */
  trend: z.array(z.int()),
  /** True if no run failed for this reason before the last 24 hours of the period, or before all of a shorter one. */
  is_new: z.boolean(),
  /** Who marked it as solved, and when; null if no one did, or a run failed for it since. */
  solved: z.object({ at: Time, by: Ref }).nullable().optional(),
})
export type RunReason = z.infer<typeof RunReason>

export const RunReasons = z.object({
  currency: Currency,
  /** The period of the trends: that of the filter, else from the first run to the last, or until now if only the end is missing. */
  from: Time,
  to: Time,
  results: z.array(RunReason),
  /** Reasons beyond `maxReasons`, and their runs; null if there are none. */
  other: z.object({ reasons: z.int(), count: z.int(), cost: Money }).nullable(),
})
export type RunReasons = z.infer<typeof RunReasons>

export const bulkActions = ['retry', 'cancel'] as const
export type BulkAction = (typeof bulkActions)[number]

const selection = {
  action: z.enum(bulkActions),
  /** The runs, by id … */
  ids: z.array(Id).min(1).max(maxBulkRuns).optional(),
  /** … or by filter. */
  filter: FilterGroup.optional(),
  /** Time zone of dates in the filter. */
  tz: TimeZone.optional(),
  /** As in a retry of one run: from the failed step, which is the default, or from the start. */
  from: z.enum(['failed', 'start']).optional(),
  /** Whether a retry leaves out the runs that would fail again: their error code is that of a permanent error. */
  skip_permanent: z.boolean().optional(),
}
const isOneSelection = ({ ids, filter }: { ids?: unknown; filter?: unknown }) =>
  (ids === undefined) !== (filter === undefined)
const selectionMessage = 'Give either "ids" or "filter".'

/** What a bulk action would do. Nothing is changed. */
export const RunBulkPlan = z.object({
  currency: Currency,
  /** Runs that the ids or the filter select. */
  matched: z.int(),
  /** Runs that the action applies to. */
  count: z.int(),
  /** Runs that it leaves out, with the reason as a sentence: "Already retried.", "Succeeded.". */
  skipped: z.array(z.object({ reason: z.string(), count: z.int() })),
  /** Runs with a permanent error, which would fail again: part of `skipped` with `skip_permanent`, else of `count`. */
  permanent: z.int(),
  /** Of `count`: retries that are simulated, as runs of the sample are. They send nothing and cost nothing. */
  simulated: z.int(),
  /** Steps at which retries begin, most runs first; null = at the start of the flow. */
  starts: z.array(z.object({ flow: Ref, node: Ref.nullable(), count: z.int() })),
  /** Expected cost of all retries, from runs of the same flows that succeeded; null if there are none. */
  cost: Money.nullable(),
  /** Credit that is left, and the budgets that the cost counts in. */
  available: Money,
  budgets: z.array(z.object({ id: Id, flow: Ref.nullable(), remaining: Money })),
  /**
   * Effects that cannot be undone, at most: messages to people, requests that may change data elsewhere, and starts of
   * other flows, whose own effects are not included.
   */
  messages: z.int(),
  requests: z.int(),
  flows: z.int(),
})
export type RunBulkPlan = z.infer<typeof RunBulkPlan>

/**
 * `trial`: the first runs are on their way, the others wait for their success. `held`: the trial failed, the others
 * were left alone. `done`: each run has a result, although retries may still be in progress.
 */
export const bulkStatuses = ['trial', 'running', 'held', 'stopped', 'done'] as const

export const RunBulk = z.object({
  id: Id,
  action: z.enum(bulkActions),
  status: z.enum(bulkStatuses),
  total: z.int(),
  /** Runs without a result yet; runs that were retried or cancelled; runs that were left out or refused. Of `total`. */
  waiting: z.int(),
  done: z.int(),
  skipped: z.int(),
  /** Of the retries: ended with success, without, and not ended. */
  succeeded: z.int(),
  failed: z.int(),
  in_progress: z.int(),
  created_at: Time,
  finished_at: Time.nullable(),
  created_by: Ref.nullable(),
})
export type RunBulk = z.infer<typeof RunBulk>

export const RunBulkResult = z.object({
  run: Id,
  flow: Ref,
  status: z.enum(['waiting', 'done', 'skipped']),
  /** Why the run was left out or refused, as a sentence; null otherwise. */
  detail: z.string().nullable(),
  /** The new run of a retry. */
  retry: z.object({ id: Id, status: RunStatus }).nullable(),
})
export type RunBulkResult = z.infer<typeof RunBulkResult>

const changes = ['run', 'balance', 'flow', 'conversation'] as const

const reasonKeys = z.strictObject({
  /** Values of the filter field `reason`. */
  reasons: z
    .array(z.string().regex(/^[0-9a-f]{16}$/))
    .min(1)
    .max(maxReasons),
})
/** `changed`: reasons that had another state. */
const ReasonsChanged = z.object({ changed: z.int() })

export const runWork = noun('run', {
  reasons: get('/billing/runs/reasons/', {
    summary: 'Group runs that did not succeed by reason: the same error at the same step of the same flow',
    query: filteredQuery.pick({ tz: true }),
    filters: runFields,
    returns: RunReasons,
    errors: ['unknown_filter'],
    extension: 'run_reasons',
  }),
  solveReasons: post('/billing/runs/reasons/solve/', {
    summary: 'Mark reasons as solved, until a run fails for one of them again',
    body: reasonKeys,
    returns: ReasonsChanged,
    success: 200,
    errors: ['not_found'],
    changes: ['run', 'incident'],
    extension: 'run_solved',
  }),
  reopenReasons: post('/billing/runs/reasons/reopen/', {
    summary: 'Mark solved reasons as open again',
    body: reasonKeys,
    returns: ReasonsChanged,
    success: 200,
    errors: ['not_found'],
    changes: ['run', 'incident'],
    extension: 'run_solved',
  }),
  planBulk: post('/billing/runs/bulk/plan/', {
    summary: 'Tell what a bulk retry or cancellation would do, without doing it',
    body: z.strictObject(selection).refine(isOneSelection, selectionMessage),
    returns: RunBulkPlan,
    success: 200,
    isLong: true,
    // It changes nothing, so viewers may ask.
    access: 'read',
    errors: ['unknown_filter'],
    extension: 'run_bulk',
  }),
  startBulk: post('/billing/runs/bulk/', {
    summary: 'Retry or cancel many runs in the background, each once; 409 if the number of runs differs',
    body: z
      .strictObject({
        ...selection,
        /** The `count` of the plan that the caller saw. */
        expected_count: z.int().min(0),
        /** Number of runs to retry first; the others follow only if all of these succeed. */
        trial: z.int().min(1).max(100).optional(),
      })
      .refine(isOneSelection, selectionMessage)
      .refine(({ action, trial }) => action === 'retry' || trial === undefined, {
        path: ['trial'],
        message: 'Only retries have a trial.',
      }),
    returns: RunBulk,
    success: 202,
    isLong: true,
    errors: ['conflict', 'insufficient_balance', 'unknown_filter'],
    changes,
    extension: 'run_bulk',
  }),
  listBulk: get('/billing/runs/bulk/', {
    summary: 'List bulk retries and cancellations of the last 30 days, latest first',
    query: pageQuery.pick({ limit: true }),
    returns: page(RunBulk),
    extension: 'run_bulk',
  }),
  readBulk: get('/billing/runs/bulk/{id}/', {
    summary: 'Get the progress of a bulk retry or cancellation',
    returns: RunBulk,
    errors: ['not_found'],
    extension: 'run_bulk',
  }),
  bulkResults: get('/billing/runs/bulk/{id}/results/', {
    summary: 'List the result for each run of a bulk action, those left out first',
    query: pageQuery,
    returns: page(RunBulkResult),
    errors: ['not_found'],
    extension: 'run_bulk',
  }),
  stopBulk: post('/billing/runs/bulk/{id}/stop/', {
    summary: 'Stop a bulk action: runs without a result are left alone',
    returns: RunBulk,
    success: 200,
    errors: ['not_found', 'not_ready'],
    changes,
    extension: 'run_bulk',
  }),
})
