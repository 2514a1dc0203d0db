/** Flows and their endpoints. Source: docs/api.md, "Flows". */
import { z } from 'zod'
import { flowReadPath } from './kernel/early-paths.ts'
import { importLimit, maxEdges, maxFlowBytes, maxNodes } from './kernel/limits.ts'
import { templateFormat } from './values/template-format.ts'
import { del, get, noun, patch, post, put } from './kernel/endpoint.ts'
import {
  Currency,
  Id,
  Json,
  JsonObject,
  maxLimit,
  Money,
  Name,
  page,
  pageQuery,
  Ref,
  Tags,
  Text,
  Time,
  Version,
} from './kernel/page.ts'
import { ToolCategory } from './values/category.ts'
import { ChannelType } from './values/channel-type-schema.ts'
import { RunStatus } from './values/run-status.ts'

export const FlowStatus = z.enum(['draft', 'active', 'paused', 'archived'])
export type FlowStatus = z.infer<typeof FlowStatus>

/** `position` is the top-left corner, relative to the parent if there is one. Unknown fields are kept. */
export const Node = z.looseObject({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  position: z.object({ x: z.number(), y: z.number() }).nullable(),
  size: z.object({ width: z.number(), height: z.number() }).nullable(),
  parent: z.string().nullable(),
  /** Key of the tool that the node uses. */
  tool: z.string().nullable(),
  config: JsonObject,
  disabled: z.boolean(),
  notes: z.string(),
})
export type Node = z.infer<typeof Node>

/** `source_handle` names an output ("out", "error", a case id); null = the only one. Unknown fields are kept. */
export const Edge = z.looseObject({
  id: z.string(),
  source: z.string(),
  target: z.string(),
  source_handle: z.string().nullable(),
  target_handle: z.string().nullable(),
  label: z.string().nullable(),
  condition: z.string().nullable(),
})
export type Edge = z.infer<typeof Edge>

export const Variable = z.looseObject({ key: z.string(), value: Json.optional() })
export type Variable = z.infer<typeof Variable>

/** An error, a warning or a note about a flow. Errors prevent activation. */
export const Finding = z.object({
  level: z.enum(['error', 'warning', 'info']),
  code: z.string(),
  message: z.string(),
  node_id: z.string().optional(),
  edge_id: z.string().optional(),
})
export type Finding = z.infer<typeof Finding>

/**
 * Counts of a flow's definition alone, without what its account lacks: the same for every account. Each step counts as
 * foreign, else as faulty, else as neither. Source: docs/api.md, "Flows".
 */
export const ValidationSummary = z.object({
  /** Number of findings that are errors or warnings to people; see "Flows" on classes. */
  errors: z.int(),
  warnings: z.int(),
  /** Number of steps, without disabled ones. */
  steps: z.int(),
  /** Steps that run only in another product, because of their type, code, expressions or settings. */
  foreign_steps: z.int(),
  /** Steps with an error. */
  faulty_steps: z.int(),
  /** Errors that concern no single step. */
  flow_errors: z.int(),
  /** True if no trigger of the flow runs here, although its own product may start it. */
  starts_elsewhere: z.boolean(),
  /** The product that the flow was made for; null if unknown. */
  product: z.string().nullable(),
})
export type ValidationSummary = z.infer<typeof ValidationSummary>

/** Why a flow is paused: a budget is used up. */
export const BudgetPause = z.object({
  /** Id of the budget. */
  budget: Id,
  amount: Money,
  /** True if it is a budget for all flows. */
  is_for_all: z.boolean(),
  /** End of the period, when the flow becomes active again. */
  until: Time,
})
export type BudgetPause = z.infer<typeof BudgetPause>

export const FlowSummary = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  status: FlowStatus,
  version: z.int(),
  tags: z.array(z.string()),
  node_count: z.int(),
  edge_count: z.int(),
  trigger_types: z.array(z.string()),
  tools: z.array(z.object({ id: Id, key: z.string(), name: z.string(), category: ToolCategory })),
  channels: z.array(z.object({ id: Id, name: z.string(), type: ChannelType })),
  last_run_at: Time.nullable(),
  last_run_status: RunStatus.nullable(),
  run_count: z.int(),
  cost_last_30_days: Money,
  /** Ended runs of the last 30 days, and those of them that failed or timed out. */
  runs_last_30_days: z.int().optional(),
  failed_last_30_days: z.int().optional(),
  currency: Currency,
  created_at: Time,
  updated_at: Time,
  created_by: Ref.nullable(),
  /** True for flows of the sample workspace. */
  sample: z.boolean(),
  /** Absent if the service does not count findings, or has not counted those of this flow yet. */
  validation_summary: ValidationSummary.optional(),
  /** Numbers of the definition's live version, and of the draft beside it if there is one (contract/flows/flow-version.ts). */
  live_version: z.int().optional(),
  draft_version: z.int().optional(),
  /** Present if a budget paused the flow. */
  paused_by: BudgetPause.optional(),
})
export type FlowSummary = z.infer<typeof FlowSummary>

/** Bindings of a flow: the keys that it names, mapped to ids in this account; null = not chosen yet. */
export const Bindings = z.object({
  tools: z.record(z.string(), Id.nullable()),
  channels: z.record(z.string(), Id.nullable()),
  secrets: z.record(z.string(), Id.nullable()),
})
export type Bindings = z.infer<typeof Bindings>

export const FlowDetail = FlowSummary.extend({
  nodes: z.array(Node),
  edges: z.array(Edge),
  metadata: JsonObject,
  variables: z.array(Variable),
  settings: JsonObject,
  viewport: z.object({ x: z.number(), y: z.number(), zoom: z.number() }).nullable(),
  validation: z.array(Finding),
  bindings: Bindings,
})
export type FlowDetail = z.infer<typeof FlowDetail>

/** Maximum numbers of boxes and lines in a drawing. */
export const maxDrawnBoxes = 48
export const maxDrawnEdges = 96

/** A small drawing of a flow, in whole units. */
export const FlowDrawing = z.object({
  width: z.int(),
  height: z.int(),
  /** Left, top, width and height of each step; in a large flow, of regions with many steps. */
  boxes: z.array(z.tuple([z.int(), z.int(), z.int(), z.int()])).max(maxDrawnBoxes),
  /** The kind of each box by its colour: "trigger", "api", "neutral". */
  kinds: z.array(z.string()).max(maxDrawnBoxes),
  /** Indexes of the boxes that each line connects. */
  edges: z.array(z.tuple([z.int(), z.int()])).max(maxDrawnEdges),
})
export type FlowDrawing = z.infer<typeof FlowDrawing>

export const FlowDrawings = z.object({
  /** The requested flows that exist in the account, in the requested order; null = not drawn yet, ask again. */
  results: z.array(z.object({ id: Id, drawing: FlowDrawing.nullable() })).max(maxLimit),
})
export type FlowDrawings = z.infer<typeof FlowDrawings>

/** Maximum length of the comma-separated ids, enough for one page of the list. */
const maxFlowList = maxLimit * 64

/** The file format for exported flows. */
export const Template = z.object({
  format: z.literal(templateFormat),
  format_version: z.string(),
  exported_at: Time,
  generator: z.object({ name: z.string(), version: z.string() }),
  flow: z.object({
    name: z.string(),
    description: z.string(),
    nodes: z.array(Node),
    edges: z.array(Edge),
    metadata: JsonObject,
    variables: z.array(Variable),
    settings: JsonObject,
  }),
  requires: z.object({ tools: z.array(z.string()), channels: z.array(z.string()), secrets: z.array(z.string()) }),
  /** Paths at which a reference replaces a secret: "nodes.<id>.config.headers.authorization". */
  redacted: z.array(z.string()),
})
export type Template = z.infer<typeof Template>

export const ImportResult = z.object({
  warnings: z.array(z.object({ code: z.string(), message: z.string(), node_id: z.string().optional() })),
  missing: z.object({ tools: z.array(z.string()), channels: z.array(z.string()), secrets: z.array(z.string()) }),
  redacted: z.array(z.string()),
  renamed_from: z.string().nullable(),
  source_format: z.string(),
})
export type ImportResult = z.infer<typeof ImportResult>

/** Tags of an account, most used first; `more` if the list is truncated. */
const FlowTags = z.object({ results: z.array(z.object({ tag: z.string(), count: z.int() })), more: z.boolean() })
/** Maximum number of tags in a list. */
export const maxListedTags = 1000

export const flowOrderings = [
  'name',
  'status',
  'node_count',
  'last_run_at',
  'run_count',
  'cost_last_30_days',
  'failed_last_30_days',
  'created_at',
  'updated_at',
] as const

const flowQuery = pageQuery.extend({
  search: z.string().max(500).optional(),
  /** Comma-separated values are OR. */
  status: z.string().max(200).optional(),
  /** Comma-separated values are OR. */
  tag: z.string().max(1200).optional(),
})

const life = (verbName: 'activate' | 'pause' | 'archive', summary: string) =>
  post(`/flow/{id}/${verbName}/`, {
    summary,
    returns: FlowDetail,
    success: 200,
    errors: ['not_found', 'not_ready'],
    changes: ['flow', 'channel'],
    hasVersion: true,
    extension: 'flow_life',
  })

export const flow = noun('flow', {
  list: get('/flow/', { summary: 'List flows', query: flowQuery, returns: page(FlowSummary) }),
  create: post('/flow/', {
    summary: 'Create an empty flow',
    body: z.strictObject({ name: Name, description: Text.optional() }),
    returns: FlowDetail,
    success: 201,
    changes: ['flow'],
  }),
  read: get(flowReadPath, {
    summary: 'Get a flow with its nodes and edges',
    returns: FlowDetail,
    errors: ['not_found'],
    hasVersion: true,
  }),
  rename: patch('/flow/{id}/', {
    summary: 'Change the name or description of a flow',
    body: z.strictObject({ name: Name.optional(), description: Text.optional(), version: Version.optional() }),
    returns: FlowDetail,
    errors: ['not_found'],
    changes: ['flow'],
    hasVersion: true,
  }),
  remove: del('/flow/{id}/', {
    summary: 'Delete a flow, into the trash if the service has one; its runs and conversations keep its id and name',
    errors: ['not_found'],
    changes: ['flow', 'channel'],
    hasVersion: true,
  }),
  tags: get('/flow/tag/', {
    summary: 'List tags with the number of flows for each',
    returns: FlowTags,
    extension: 'flow_tags',
  }),
  drawings: get('/flow/drawing/', {
    summary: 'Get small drawings of several flows',
    query: z.object({
      /** Comma-separated ids. */
      flow: z.string().min(1).max(maxFlowList),
    }),
    returns: FlowDrawings,
    extension: 'flow_drawings',
  }),
  export: get('/flow/{id}/export/', {
    summary: 'Export a flow as a template file',
    returns: Template,
    media: 'file',
    errors: ['not_found'],
  }),
  import: post('/flow/import/', {
    summary: `Create a flow from a template or from a file of another product: at most ${maxNodes} nodes, ${maxEdges} edges and ${maxFlowBytes} bytes`,
    body: z.strictObject({
      template: z.union([z.string(), z.record(z.string(), Json), z.array(Json)]),
      name: Name.optional(),
    }),
    bodyLimit: importLimit,
    isLong: true,
    returns: FlowDetail.extend({ import: ImportResult }),
    success: 201,
    errors: ['not_a_template', 'several_flows', 'flow_too_large', 'too_large'],
    changes: ['flow'],
  }),
  activate: life('activate', 'Activate a flow'),
  pause: life('pause', 'Pause a flow; restores an archived flow as paused'),
  archive: life('archive', 'Archive a flow; archived flows do not run'),
  duplicate: post('/flow/{id}/duplicate/', {
    summary: 'Duplicate a flow as a draft',
    body: z.strictObject({ name: Name.optional() }),
    returns: FlowDetail,
    success: 201,
    errors: ['not_found'],
    changes: ['flow'],
    extension: 'flow_life',
    hasVersion: true,
  }),
  tag: put('/flow/{id}/tags/', {
    summary: 'Replace the tags of a flow',
    body: z.strictObject({ tags: Tags }),
    returns: FlowDetail,
    errors: ['not_found'],
    changes: ['flow'],
    extension: 'flow_life',
    hasVersion: true,
  }),
  bind: put('/flow/{id}/bindings/', {
    summary: 'Choose the tools, channels and secrets that a flow uses in this account',
    body: z.strictObject({
      tools: z.record(z.string(), Id.nullable()).optional(),
      channels: z.record(z.string(), Id.nullable()).optional(),
      secrets: z.record(z.string(), Id.nullable()).optional(),
    }),
    returns: FlowDetail,
    errors: ['not_found'],
    changes: ['flow', 'tool', 'channel'],
    extension: 'flow_life',
    hasVersion: true,
  }),
})
