/** Tools that nodes use, in six categories. Source: docs/api.md, "Tools". */
import { z } from 'zod'
import { normalName } from '#lib/text/text.ts'
import { ToolCategory } from './values/category.ts'
import { del, get, noun, patch, post } from './kernel/endpoint.ts'
import { Id, Json, JsonObject, Money, Name, page, pageQuery, Ref, Text, Time, Version } from './kernel/page.ts'

/** Maximum length of a code tool's source and of an expression, in characters. */
const maxSource = 200_000
/** Maximum timeout of a call, in ms. */
const maxTimeout = 600_000

const Timeout = z.int().min(1).max(maxTimeout)
const TextMap = z.record(z.string(), z.string())
const Key = z
  .string()
  .overwrite(normalName)
  .regex(/^[a-z][a-z0-9_]{0,62}$/, 'Use at most 63 lowercase letters, digits and _, starting with a letter.')

/**
 * Authentication of an API tool: values may be references (`{{ secrets.key }}`); a literal is stored encrypted and
 * never returned.
 */
const Auth = z.strictObject({
  kind: z.enum(['none', 'bearer', 'basic', 'header']),
  header: z.string().max(200).optional(),
  user: z.string().max(500).optional(),
  secret: z.string().max(10_000).optional(),
})

const Model = z.string().max(200)

/** Configuration of each category. */
export const toolConfig = {
  api: z.strictObject({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD']),
    url: z.string().min(1).max(4000),
    headers: TextMap.optional(),
    query: TextMap.optional(),
    body: Json.optional(),
    auth: Auth.optional(),
    timeout_ms: Timeout.optional(),
  }),
  transform: z.strictObject({ language: z.literal('jsonata'), expression: z.string().min(1).max(maxSource) }),
  condition: z.strictObject({ language: z.literal('cel'), expression: z.string().min(1).max(maxSource) }),
  agent: z.strictObject({
    model: Model.min(1),
    instructions: z.string().max(maxSource),
    tools: z.array(z.string().max(200)).max(100),
    temperature: z.number().min(0).max(2).optional(),
    max_tokens: z.int().min(1).max(1_000_000).optional(),
  }),
  code: z.strictObject({
    language: z.literal('javascript'),
    source: z.string().min(1).max(maxSource),
    timeout_ms: Timeout.optional(),
  }),
  global: z.strictObject({
    value: Json,
    type: z.enum(['string', 'number', 'boolean', 'json']),
    secret: z.boolean(),
  }),
} as const

/** Representation of a stored secret in responses. */
const SecretMark = z.object({ set: z.boolean(), last4: z.string().optional() })
export type SecretMark = z.infer<typeof SecretMark>

export const Tool = z.object({
  id: Id,
  key: z.string(),
  name: z.string(),
  description: z.string(),
  category: ToolCategory,
  enabled: z.boolean(),
  input_schema: JsonObject.nullable(),
  output_schema: JsonObject.nullable(),
  /** Its fields depend on the category; secrets are SecretMarks. */
  config: JsonObject,
  used_by_count: z.int(),
  version: z.int(),
  /** Approximate cost of a call; null = unknown. */
  cost_hint: Money.nullable(),
  /** Calls by flows and tests; null if the service does not report them. */
  calls_last_30_days: z.int().nullable(),
  cost_last_30_days: Money.nullable(),
  created_at: Time,
  updated_at: Time,
  sample: z.boolean(),
  /**
   * Syntax error that prevents the saved tool from running, as text. Absent if none is known, and in responses to
   * writes, which do not wait for the check.
   */
  problem: z.string().optional(),
})
export type Tool = z.infer<typeof Tool>

const common = {
  name: Name,
  description: Text.optional(),
  key: Key.optional(),
  enabled: z.boolean().optional(),
  input_schema: JsonObject.nullable().optional(),
  output_schema: JsonObject.nullable().optional(),
}

const draft = <const C extends ToolCategory>(category: C) =>
  z.strictObject({ ...common, category: z.literal(category), config: toolConfig[category] })

/** A new tool; the category determines the config. */
const ToolDraft = z.discriminatedUnion('category', [
  draft('api'),
  draft('transform'),
  draft('condition'),
  draft('agent'),
  draft('code'),
  draft('global'),
])

/**
 * A change to a tool. `config` is validated for the tool's category; a secret sent as `{"set": true}` stays unchanged.
 * A change without effect keeps the version.
 */
const ToolChange = z.strictObject({
  name: Name.optional(),
  description: Text.optional(),
  key: Key.optional(),
  enabled: z.boolean().optional(),
  input_schema: JsonObject.nullable().optional(),
  output_schema: JsonObject.nullable().optional(),
  config: JsonObject.optional(),
  version: Version.optional(),
})

/** Body of a check before saving: a source in one of the languages, a JSON Schema, or both. */
const ToolCheck = z
  .strictObject({
    language: z.enum(['javascript', 'jsonata', 'cel', 'liquid']).optional(),
    source: z.string().max(maxSource).optional(),
    schema: JsonObject.optional(),
  })
  .refine(({ language, source }) => (language === undefined) === (source === undefined), {
    path: ['source'],
    error: 'Give language and source together.',
  })
  .refine(({ source, schema }) => source !== undefined || schema !== undefined, {
    path: ['source'],
    error: 'Give a source, a schema, or both.',
  })

/** Line and column are 1-based; null if the problem has no position. */
const ToolProblem = z.object({
  field: z.enum(['source', 'schema']),
  message: z.string(),
  line: z.int().nullable(),
  column: z.int().nullable(),
})
export type ToolProblem = z.infer<typeof ToolProblem>

/** Body of a tool test: values that expressions can refer to. */
const ToolTest = z.strictObject({
  input: Json,
  vars: JsonObject.optional(),
  /** Outputs of previous nodes, by node id: `{"find": {"output": …}}`. */
  nodes: JsonObject.optional(),
  contact: JsonObject.optional(),
})

const ToolTestResult = z.object({
  ok: z.boolean(),
  /**
   * Output as a step of a run records it: truncated, secrets masked. For a failed call, the response, or null if there
   * was none. True or false for a condition.
   */
  output: Json,
  /** The request or the prompt that was sent, secrets masked; null if nothing was sent. */
  asked: Json,
  error: z
    .object({ code: z.string(), message: z.string(), line: z.int().nullable(), column: z.int().nullable() })
    .nullable(),
  duration_ms: z.int(),
  /** Cost booked for this test. */
  cost: Money,
  currency: z.string(),
})
export type ToolTestResult = z.infer<typeof ToolTestResult>

export const toolOrderings = [
  'name',
  'key',
  'category',
  'used_by_count',
  'calls_last_30_days',
  'cost_last_30_days',
  'created_at',
  'updated_at',
] as const

/** Uses of a tool: other tools, flows, and through them channels. */
const ToolUsage = z.object({
  /**
   * Tools that refer to this tool by its key (agents that may call it, texts with `{{ secrets.key }}`), directly or
   * through other tools; `names` has the ids that each refers to. They break if the tool is deleted or its key changes.
   */
  tools: z.array(Ref.extend({ key: z.string(), category: z.string(), names: z.array(Id) })),
  /**
   * `tools` has the ids through which a flow uses the tool: its own, or those of `tools` above. Flows are bound to ids,
   * so a changed key does not affect them.
   */
  flows: z.array(Ref.extend({ status: z.string(), node_count: z.int(), tools: z.array(Id) })),
  /** `flows` has the ids of flows that the channel starts or that send messages to it. */
  channels: z.array(Ref.extend({ type: z.string(), flows: z.array(Id) })),
  /** Tool tests, and steps of nodes that use the tool or may choose it. */
  calls_last_30_days: z.int(),
  /** Number of these calls that failed. */
  errors_last_30_days: z.int(),
  cost_last_30_days: Money,
})

export const tool = noun('tool', {
  list: get('/tool/', {
    summary: 'List tools',
    query: pageQuery.extend({ category: ToolCategory.optional(), search: z.string().max(500).optional() }),
    returns: page(Tool).extend({
      /** Number of matches per category, regardless of the requested category. */
      categories: z.record(ToolCategory, z.int()).optional(),
    }),
  }),
  create: post('/tool/', {
    summary: 'Create a tool',
    body: ToolDraft,
    returns: Tool,
    success: 201,
    errors: ['conflict'],
    changes: ['tool'],
  }),
  read: get('/tool/{id}/', {
    summary: 'Get a tool',
    returns: Tool,
    errors: ['not_found'],
    extension: 'tool_edit',
    hasVersion: true,
  }),
  edit: patch('/tool/{id}/', {
    summary: 'Change a tool',
    body: ToolChange,
    returns: Tool,
    errors: ['not_found', 'conflict'],
    changes: ['tool', 'flow'],
    extension: 'tool_edit',
    hasVersion: true,
  }),
  remove: del('/tool/{id}/', {
    summary: 'Delete a tool; nodes that use it report it as missing',
    errors: ['not_found'],
    changes: ['tool', 'flow'],
    extension: 'tool_edit',
    hasVersion: true,
  }),
  usage: get('/tool/{id}/usage/', {
    summary: 'List the tools, flows and channels that use a tool',
    returns: ToolUsage,
    errors: ['not_found'],
    extension: 'tool_usage',
  }),
  check: post('/tool/check/', {
    summary: 'Check a source or schema; nothing is run or saved',
    body: ToolCheck,
    returns: z.object({ ok: z.boolean(), problems: z.array(ToolProblem) }),
    access: 'read',
    extension: 'tool_check',
  }),
  attempt: post('/tool/{id}/try/', {
    summary: 'Test a tool with your own values: it makes real, charged calls like a step, but creates no run',
    body: ToolTest,
    returns: ToolTestResult,
    errors: ['not_found', 'not_ready', 'throttled', 'insufficient_balance', 'in_progress', 'idempotency_conflict'],
    isLong: true,
    changes: ['tool', 'balance'],
    extension: 'tool_try',
  }),
})
