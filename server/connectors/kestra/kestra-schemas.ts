/**
 * Answers of Kestra's API v1. Source: its controllers and models, release 1.3 (webserver/…/controllers/api,
 * core/…/models); see test/fixtures/services/kestra-1.3/.
 */
import { z } from 'zod'
import type { Json, JsonRecord } from '#lib/json/json.ts'

const AnyJson = z.custom<Json>((value) => value !== undefined)
const AnyRecord = z.record(z.string(), AnyJson)

/** A page with the number of all rows. */
export const pageOf = <T extends z.ZodType>(row: T) => z.looseObject({ results: z.array(row), total: z.int() })

/** Answered without a key. */
export const Configuration = z.looseObject({
  uuid: z.string(),
  version: z.string(),
  isTemplateEnabled: z.boolean(),
})

const LabelValue = z.union([z.string(), z.number(), z.boolean()]).transform(String)
/** A list, or a map as in old flows. */
const Labels = z
  .union([
    z.array(z.looseObject({ key: z.string(), value: LabelValue })),
    z.record(z.string(), LabelValue).transform((map) => Object.entries(map).map(([key, value]) => ({ key, value }))),
  ])
  .nullish()

const FlowTrigger = z.looseObject({ id: z.string(), type: z.string(), disabled: z.boolean().nullish() })
export type FlowTrigger = z.infer<typeof FlowTrigger>

export const KestraFlow = z.looseObject({
  id: z.string(),
  namespace: z.string(),
  revision: z.int().optional(),
  /** Time of the revision; since 1.3. */
  updated: z.string().nullish(),
  description: z.string().nullish(),
  disabled: z.boolean().nullish(),
  labels: Labels,
  triggers: z.array(FlowTrigger).nullish(),
  /** The YAML, only if it was asked for. */
  source: z.string().nullish(),
})
export type KestraFlow = z.infer<typeof KestraFlow>

/** A flow with its whole document. */
export interface FlowDocument {
  flow: KestraFlow
  document: JsonRecord
}

export const FlowDocument = AnyRecord.transform((document, context): FlowDocument => {
  const read = KestraFlow.safeParse(document)
  if (read.success) return { flow: read.data, document }
  for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message })
  return z.NEVER
})

const State = z.looseObject({
  current: z.string(),
  startDate: z.string(),
  /** Absent while it runs; the time of the last change if it is paused. */
  endDate: z.string().nullish(),
  /** ISO 8601, "PT1.25S"; seconds in old answers. */
  duration: z.union([z.string(), z.number()]).nullish(),
})
export type State = z.infer<typeof State>

export const TaskRun = z.looseObject({
  id: z.string(),
  taskId: z.string(),
  parentTaskRunId: z.string().nullish(),
  /** The item of a loop. */
  value: z.string().nullish(),
  attempts: z.array(z.unknown()).nullish(),
  outputs: AnyJson.nullish(),
  state: State,
})
export type TaskRun = z.infer<typeof TaskRun>

export const Execution = z.looseObject({
  id: z.string(),
  namespace: z.string(),
  flowId: z.string(),
  flowRevision: z.int().nullish(),
  taskRunList: z.array(TaskRun).nullish(),
  inputs: AnyJson.nullish(),
  outputs: AnyJson.nullish(),
  state: State,
  /** The execution that this one replays. */
  parentId: z.string().nullish(),
  trigger: z.looseObject({ id: z.string(), type: z.string(), variables: AnyRecord.nullish() }).nullish(),
  metadata: z.looseObject({ attemptNumber: z.int().nullish() }).nullish(),
  /** TEST, PLAYGROUND; absent for all others. */
  kind: z.string().nullish(),
})
export type Execution = z.infer<typeof Execution>

export const LogEntry = z.looseObject({
  taskId: z.string().nullish(),
  taskRunId: z.string().nullish(),
  level: z.string(),
  message: z.string().nullish(),
})
export type LogEntry = z.infer<typeof LogEntry>

/** State of a trigger that Kestra evaluates itself; a webhook has none. */
export const TriggerState = z.looseObject({
  triggerContext: z.looseObject({
    namespace: z.string(),
    flowId: z.string(),
    triggerId: z.string(),
    disabled: z.boolean().nullish(),
  }),
})

/** An entry of the key-value store, without its value. */
export const KvEntry = z.looseObject({
  namespace: z.string(),
  key: z.string(),
  description: z.string().nullish(),
  creationDate: z.string().nullish(),
  updateDate: z.string().nullish(),
})

/** Name of a secret; its namespace only in the enterprise edition. */
export const SecretName = z.looseObject({ key: z.string(), namespace: z.string().nullish() })
