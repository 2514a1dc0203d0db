/** Answers of Windmill's API. Source: backend/windmill-api/openapi.yaml and openflow.openapi.yaml of release 1.818. */
import { z } from 'zod'
import type { Json, JsonRecord } from '#lib/json/json.ts'

const AnyJson = z.custom<Json>((value) => value !== undefined)
const AnyRecord = z.record(z.string(), AnyJson)

/** A row of a list of flows: without the definition. */
export const ListedFlow = z.looseObject({
  path: z.string(),
  summary: z.string().nullish(),
  description: z.string().nullish(),
  edited_at: z.string(),
  archived: z.boolean().optional(),
  draft_only: z.boolean().nullish(),
  labels: z.array(z.string()).nullish(),
})
export type ListedFlow = z.infer<typeof ListedFlow>

const Flow = ListedFlow.extend({
  value: AnyRecord,
  version_id: z.int().nullish(),
})
type Flow = z.infer<typeof Flow>

/** A flow with its whole document, as the readers of files and writes need it. */
export interface FlowDocument {
  flow: Flow
  document: JsonRecord
}

export const FlowDocument = AnyRecord.transform((document, context): FlowDocument => {
  const read = Flow.safeParse(document)
  if (read.success) return { flow: read.data, document }
  for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message })
  return z.NEVER
})

export const Workspaces = z.looseObject({
  workspaces: z.array(z.looseObject({ id: z.string(), name: z.string(), disabled: z.boolean().optional() })),
})

export const WindmillUser = z.looseObject({
  email: z.string(),
  username: z.string(),
  name: z.string().nullish(),
  is_admin: z.boolean().optional(),
  /** True = may run flows, but not change them. */
  operator: z.boolean().optional(),
})

const StatusModule = z.looseObject({
  type: z.string(),
  id: z.string().nullish(),
  job: z.string().nullish(),
  /** Jobs of the iterations of a loop, or of all branches. */
  flow_jobs: z.array(z.string()).nullish(),
  branch_chosen: z.looseObject({ type: z.string(), branch: z.int().nullish() }).nullish(),
  failed_retries: z.array(z.string()).nullish(),
})
export type StatusModule = z.infer<typeof StatusModule>

const FlowStatus = z.looseObject({
  modules: z.array(StatusModule),
  preprocessor_module: StatusModule.nullish(),
  failure_module: StatusModule.nullish(),
  restarted_from: z.looseObject({ flow_job_id: z.string().nullish() }).nullish(),
})
export type FlowStatus = z.infer<typeof FlowStatus>

/** A queued or a completed job; only a completed one has `success`. Lists leave out results, statuses and flows. */
export const Job = z.looseObject({
  id: z.string(),
  job_kind: z.string(),
  parent_job: z.string().nullish(),
  created_at: z.string().nullish(),
  started_at: z.string().nullish(),
  completed_at: z.string().nullish(),
  scheduled_for: z.string().nullish(),
  /** ms */
  duration_ms: z.number().nullish(),
  success: z.boolean().optional(),
  canceled: z.boolean().optional(),
  running: z.boolean().optional(),
  /** Number of approvals or calls that it waits for. */
  suspend: z.int().nullish(),
  script_path: z.string().nullish(),
  schedule_path: z.string().nullish(),
  trigger_kind: z.string().nullish(),
  args: AnyRecord.nullish(),
  result: AnyJson.optional(),
  flow_status: FlowStatus.nullish(),
  raw_flow: AnyRecord.nullish(),
})
export type Job = z.infer<typeof Job>

export const Schedule = z.looseObject({
  path: z.string(),
  schedule: z.string(),
  timezone: z.string(),
  enabled: z.boolean(),
  script_path: z.string(),
  is_flow: z.boolean(),
  summary: z.string().nullish(),
  error: z.string().nullish(),
})
export type Schedule = z.infer<typeof Schedule>

export const HttpTrigger = z.looseObject({
  path: z.string(),
  route_path: z.string(),
  http_method: z.string(),
  script_path: z.string(),
  is_flow: z.boolean(),
  summary: z.string().nullish(),
  /** "enabled", "disabled" or "suspended". */
  mode: z.string().optional(),
  authentication_method: z.string().optional(),
  workspaced_route: z.boolean().optional(),
})
export type HttpTrigger = z.infer<typeof HttpTrigger>

export const Script = z.looseObject({
  path: z.string(),
  summary: z.string().nullish(),
  description: z.string().nullish(),
  created_at: z.string().optional(),
  language: z.string(),
  kind: z.string().optional(),
  archived: z.boolean().optional(),
})
export type Script = z.infer<typeof Script>

/** Without its value, which is dropped as it is read. */
export const Variable = z.object({
  path: z.string(),
  description: z.string().nullish(),
  is_secret: z.boolean(),
  edited_at: z.string().nullish(),
})
export type Variable = z.infer<typeof Variable>

/** Without its value, which is dropped as it is read. */
export const Resource = z.object({
  path: z.string(),
  description: z.string().nullish(),
  resource_type: z.string(),
  edited_at: z.string().nullish(),
})
export type Resource = z.infer<typeof Resource>
