/** Answers of n8n's public API v1. Source: test/fixtures/services/n8n-2.30/, recorded from n8n 2.30.0. */
import { z } from 'zod'
import type { Json, JsonRecord } from '#lib/json/json.ts'

const AnyJson = z.custom<Json>((value) => value !== undefined)
const AnyRecord = z.record(z.string(), AnyJson)

/** `cursor` of the next page; null on the last one. */
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.looseObject({ data: z.array(row), nextCursor: z.string().nullish() })

export const N8nNode = z.looseObject({
  id: z.string().optional(),
  name: z.string(),
  type: z.string(),
  disabled: z.boolean().optional(),
  parameters: AnyRecord.optional(),
  credentials: z
    .record(z.string(), z.looseObject({ id: z.string().nullish(), name: z.string().optional() }))
    .optional(),
  webhookId: z.string().optional(),
})
export type N8nNode = z.infer<typeof N8nNode>

export const N8nTag = z.looseObject({ id: z.string(), name: z.string() })

export const Workflow = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  active: z.boolean(),
  isArchived: z.boolean().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
  nodes: z.array(N8nNode),
  connections: AnyRecord,
  settings: AnyRecord.nullish(),
  versionId: z.string().nullish(),
  tags: z.array(N8nTag).nullish(),
})
export type Workflow = z.infer<typeof Workflow>

/** A workflow with its whole document, as the readers of files and writes need it. */
export interface WorkflowDocument {
  workflow: Workflow
  document: JsonRecord
}

export const WorkflowDocument = AnyRecord.transform((document, context): WorkflowDocument => {
  const read = Workflow.safeParse(document)
  if (read.success) return { workflow: read.data, document }
  for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message })
  return z.NEVER
})

export const Execution = z.looseObject({
  id: z.coerce.string(),
  finished: z.boolean().optional(),
  mode: z.string(),
  status: z.string(),
  startedAt: z.string().nullish(),
  createdAt: z.string().nullish(),
  stoppedAt: z.string().nullish(),
  workflowId: z.string(),
  retryOf: z.coerce.string().nullish(),
  retrySuccessId: z.coerce.string().nullish(),
  waitTill: z.string().nullish(),
})
export type Execution = z.infer<typeof Execution>

const ExecutionError = z.looseObject({
  message: z.string().optional(),
  name: z.string().optional(),
  node: z.looseObject({ id: z.string().optional(), name: z.string().optional() }).nullish(),
})

const Item = z.looseObject({ json: AnyJson.optional() })
const Outputs = z.record(z.string(), z.array(z.array(Item).nullable()).nullable())

/** One pass of a run through a node. */
export const NodePass = z.looseObject({
  startTime: z.number(),
  executionTime: z.number().optional(),
  executionIndex: z.int().optional(),
  executionStatus: z.string().optional(),
  error: ExecutionError.nullish(),
  data: Outputs.optional(),
  inputOverride: Outputs.optional(),
  /** Where each input came from; null for a trigger. */
  source: z
    .array(
      z
        .looseObject({
          previousNode: z.string(),
          previousNodeOutput: z.int().optional(),
          previousNodeRun: z.int().optional(),
        })
        .nullable(),
    )
    .nullish(),
})
export type NodePass = z.infer<typeof NodePass>

export const ExecutionWithData = Execution.extend({
  /** Null if n8n did not save it, or finds it too large. */
  data: z
    .looseObject({
      /** The execution that started this one. */
      parentExecution: z.looseObject({ executionId: z.coerce.string() }).nullish(),
      resultData: z
        .looseObject({
          runData: z.record(z.string(), z.array(NodePass)).optional(),
          lastNodeExecuted: z.string().optional(),
          error: ExecutionError.nullish(),
        })
        .optional(),
    })
    .nullish(),
  workflowData: z.looseObject({ nodes: z.array(N8nNode).optional() }).nullish(),
})
export type ExecutionWithData = z.infer<typeof ExecutionWithData>

export const Credential = z.looseObject({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  createdAt: z.string().optional(),
  updatedAt: z.string().optional(),
})
export type Credential = z.infer<typeof Credential>

export const N8nVariable = z.looseObject({ id: z.string(), key: z.string() })
export type N8nVariable = z.infer<typeof N8nVariable>
