/** Balance and runs with their cost. Source: docs/api.md, "Balance"; docs/api.md, "Runs". */
import { z } from 'zod'
import { ChannelType } from './values/channel-type-schema.ts'
import { field, type Catalogue } from './kernel/catalogue.ts'
import { get, noun, post } from './kernel/endpoint.ts'
import { filteredQuery } from './filter/filtered-query.ts'
import { Currency, Id, Json, Money, page, Ref, Time, Version } from './kernel/page.ts'
import { RunStatus, runStatuses } from './values/run-status.ts'

export const Balance = z.object({
  balance: Money,
  currency: Currency,
  available: Money,
  reserved: Money,
  granted: Money,
  topped_up: Money,
  credit_limit: Money,
  status: z.enum(['ok', 'low', 'depleted', 'blocked']),
  low_balance_threshold: Money,
  spend: z.object({ today: Money, month_to_date: Money, last_30_days: Money }),
  avg_daily_spend_7d: Money,
  /** Null if nothing was spent in the last 7 days, or if it is more than 100 years away. */
  estimated_depletion_at: Time.nullable(),
  updated_at: Time,
})
export type Balance = z.infer<typeof Balance>

export const triggerKinds = ['manual', 'webhook', 'schedule', 'message', 'subflow', 'retry'] as const

export const Run = z.object({
  id: Id,
  /** `version`: with `releases`, the version of the definition that the run uses (contract/flows/flow-version.ts). */
  flow: z.object({ id: Id, name: z.string(), version: z.int() }),
  status: RunStatus,
  trigger: z.enum(triggerKinds),
  is_test: z.boolean(),
  started_at: Time,
  finished_at: Time.nullable(),
  duration_ms: z.int().nullable(),
  cost: Money,
  currency: Currency,
  cost_breakdown: z.array(
    z.object({
      kind: z.string(),
      /** For the kinds `agent` and `model`, the name of the model. */
      label: z.string(),
      quantity: z.number(),
      unit: z.string(),
      cost: Money,
      /** The tool whose use cost this; null = none, or not recorded. */
      tool: Ref.nullable(),
    }),
  ),
  usage: z.record(z.string(), z.number()),
  conversation: z.object({ id: Id, number: z.int() }).nullable(),
  channel: z.object({ id: Id, name: z.string(), type: ChannelType }).nullable(),
  error: z.object({ code: z.string(), message: z.string(), node_id: z.string().nullable() }).nullable(),
  parent_run: z.string().nullable(),
  retry_of: z.string().nullable(),
  /** The latest run that retries this one; absent if there is none. */
  retried_as: z.string().optional(),
  attempt: z.int(),
  sample: z.boolean(),
})
export type Run = z.infer<typeof Run>

export const RunStep = z.object({
  /** Order within the run, from 0. */
  seq: z.int(),
  node_id: z.string(),
  node_name: z.string(),
  node_type: z.string(),
  status: RunStatus,
  /** Name of the output through which the run continued; null while the step runs. */
  handle: z.string().nullable(),
  started_at: Time,
  duration_ms: z.int().nullable(),
  attempt: z.int(),
  cost: Money,
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  output: Json.nullable(),
  /** Input of the step, secrets masked; null if none was recorded. */
  input: Json.optional(),
  /** Reused from the run that this one retries, at no cost. */
  is_reused: z.boolean().optional(),
  /** Latest end of the wait; absent if the step does not wait, or waits without a limit. */
  wake_at: Time.optional(),
})
export type RunStep = z.infer<typeof RunStep>

export const RunDetail = Run.extend({
  steps: z.array(RunStep),
  /** Balance after the last booking of the run; null while it runs, and if nothing was booked. */
  balance_after: Money.nullable(),
  /** Input of the trigger and output of the last step, secrets masked. */
  input: Json.optional(),
  output: Json.optional(),
})
export type RunDetail = z.infer<typeof RunDetail>

/**
 * Labels of cost kinds. The engine books the first four, the sample data uses the others; other services may have more.
 */
export const costKinds: Readonly<Record<string, string>> = {
  agent: 'Agents',
  api: 'API calls',
  code: 'Code',
  message: 'Messages',
  model: 'Models',
  call: 'Calls',
}

/** Words besides models and tools by which costs are grouped: those of none, and those that were not recorded. */
export const costOfNone = 'none'
export const costNotRecorded = 'unknown'
const otherCosts = [costOfNone, costNotRecorded] as const

/** Filter and order fields of runs. */
export const runFields = {
  customPrefix: null,
  defaultOrdering: '-started_at',
  fields: [
    field('flow', 'Flow', 'ref', { indexed: true }),
    field('status', 'Status', 'choice', { values: runStatuses, indexed: true }),
    field('trigger', 'Trigger', 'choice', { values: triggerKinds }),
    field('channel', 'Channel', 'ref', { values: ['none'], indexed: true }),
    field('conversation', 'Conversation', 'ref', { values: ['none'], indexed: true }),
    field('is_test', 'Test', 'flag'),
    field('started_at', 'Started', 'time', { indexed: true, orderable: true }),
    field('cost', 'Cost', 'money', { indexed: true, orderable: true }),
    field('duration_ms', 'Duration', 'whole', { indexed: true, orderable: true }),
    field('error_code', 'Error', 'text', { indexed: true }),
    field('reason', 'Reason', 'text', { indexed: true }),
    field('is_retried', 'Retried', 'flag'),
    field('kind', 'Kind of cost', 'list', { values: Object.keys(costKinds) }),
    field('model', 'Model', 'list', { values: otherCosts }),
    field('tool', 'Tool', 'list', { values: otherCosts }),
    field('q', 'Text', 'search'),
  ],
} satisfies Catalogue

const Totals = z.object({
  count: z.int(),
  count_is: z.literal('about').optional(),
  /** Runs that ended, the base of the share of failed runs; if absent, all of them did. */
  ended: z.int().optional(),
  /** Runs that failed or timed out. */
  failed: z.int(),
  cost: Money,
  /** Runs whose cost is not known, which `cost` lacks; absent = none. */
  unknown_costs: z.int().optional(),
  duration_ms: z.int(),
})
/**
 * One group of a summary: `key` is the day (2026-11-01), the start of the hour (2026-11-01T14:00:00.000Z), the id or the
 * value; `label` is display text.
 */
const Group = Totals.extend({ key: z.string(), label: z.string() })

/**
 * `hour` needs the extension `run_hours`, `model` and `tool` need `run_model_costs`. A run with several kinds, models or
 * tools counts in each of them, with its cost of that one and a duration of 0.
 */
export const summaryGroups = ['day', 'hour', 'flow', 'channel', 'kind', 'model', 'tool', 'status'] as const

export const RunSummary = z.object({
  currency: Currency,
  totals: Totals,
  /** The same filter over the previous period of equal length; null if the filter has no start. */
  previous: Totals.extend({ from: Time, to: Time }).nullable(),
  groups: z.partialRecord(z.enum(summaryGroups), z.array(Group)),
})
export type RunSummary = z.infer<typeof RunSummary>

export const balance = noun('balance', {
  read: get('/billing/balance/', { summary: 'Get the balance of the account', returns: Balance }),
})

/**
 * CSV columns of runs, in default order: `Accept: text/csv` at `GET /billing/runs/`, with `columns` and `tz`. Times are
 * written in `tz`, amounts with six decimals and a decimal point.
 */
export const runCsvColumns = [
  { name: 'started_at', label: 'Started' },
  { name: 'finished_at', label: 'Finished' },
  { name: 'flow', label: 'Flow' },
  { name: 'flow_version', label: 'Version' },
  { name: 'status', label: 'Status' },
  { name: 'trigger', label: 'Trigger' },
  { name: 'is_test', label: 'Test' },
  { name: 'duration_ms', label: 'Duration in ms' },
  { name: 'cost', label: 'Cost' },
  { name: 'currency', label: 'Currency' },
  { name: 'channel', label: 'Channel' },
  { name: 'conversation', label: 'Conversation' },
  { name: 'error_code', label: 'Error' },
  { name: 'error_message', label: 'Error message' },
  { name: 'id', label: 'Id' },
  { name: 'flow_id', label: 'Flow id' },
] as const
export type RunCsvColumn = (typeof runCsvColumns)[number]['name']

export const run = noun('run', {
  list: get('/billing/runs/', {
    summary: 'List runs with their cost',
    query: filteredQuery.extend({ columns: z.string().max(500).optional() }),
    filters: runFields,
    returns: page(Run),
    errors: ['unknown_filter'],
    hasCsv: true,
  }),
  summary: get('/billing/runs/summary/', {
    summary: 'Get totals of filtered runs, in groups',
    query: filteredQuery.pick({ tz: true }).extend({ group_by: z.string().max(100).optional() }),
    filters: runFields,
    returns: RunSummary,
    errors: ['unknown_filter'],
    extension: 'run_detail',
  }),
  read: get('/billing/runs/{id}/', {
    summary: 'Get a run with its steps',
    returns: RunDetail,
    errors: ['not_found'],
    extension: 'run_detail',
  }),
  cancel: post('/billing/runs/{id}/cancel/', {
    summary: 'Cancel an unfinished run; completed steps are kept and remain charged',
    returns: RunDetail,
    success: 200,
    errors: ['not_found', 'not_ready'],
    changes: ['run', 'balance', 'flow', 'conversation'],
    extension: 'run_control',
  }),
  retry: post('/billing/runs/{id}/retry/', {
    summary: 'Retry a run from the failed step, or from the start with the same or different input',
    body: z.strictObject({
      /** "failed": from the failed step; successful steps are reused at no cost. */
      from: z.enum(['failed', 'start']).optional(),
      /** New input of the trigger; only with `from: "start"`. */
      input: Json.optional(),
    }),
    returns: RunDetail,
    success: 201,
    errors: ['not_found', 'not_ready', 'insufficient_balance', 'throttled'],
    changes: ['run', 'balance', 'flow', 'conversation'],
    extension: 'run_control',
  }),
  start: post('/flow/{id}/run/', {
    summary: 'Start a run of a flow; it is a test run if the flow is a draft or paused',
    body: z.strictObject({
      /** Output of the trigger. */
      input: Json.optional(),
      /** Id of the trigger; required if there are several. */
      trigger: Id.optional(),
      is_test: z.boolean().optional(),
      /** Version of the definition; only for tests. Default: the live one. Needs `releases`. */
      version: Version.optional(),
      /** 409 if a run of the flow, other than a test, has started since then. Needs `flow_run_plan`. */
      unless_started_since: Time.optional(),
    }),
    returns: RunDetail,
    success: 201,
    errors: ['not_found', 'not_ready', 'conflict', 'insufficient_balance', 'throttled'],
    changes: ['run', 'balance', 'flow'],
    extension: 'flow_run',
  }),
})
