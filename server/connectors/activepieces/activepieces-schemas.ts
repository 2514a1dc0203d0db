/**
 * Answers of Activepieces' API v1. Source: its schemas, release 0.85 (packages/shared/src/lib/automation); see
 * test/fixtures/services/activepieces-0.85/.
 */
import { z } from 'zod'
import type { Json, JsonRecord } from '#lib/json/json.ts'

const AnyJson = z.custom<Json>((value) => value !== undefined)
export const AnyRecord = z.record(z.string(), AnyJson)

/** `next` is the cursor of the next page; null on the last one. */
export const pageOf = <T extends z.ZodType>(row: T) => z.looseObject({ data: z.array(row), next: z.string().nullish() })

/** Settings of the instance, which it gives without a key. */
export const Flags = z.looseObject({
  CURRENT_VERSION: z.string(),
  /** Address below which flows with a webhook are called: ".../api/v1/webhooks". */
  WEBHOOK_URL_PREFIX: z.string(),
})

export const Project = z.looseObject({ id: z.string(), displayName: z.string() })

export const Folder = z.looseObject({ id: z.string(), displayName: z.string() })

const FlowVersion = z.looseObject({
  id: z.string(),
  displayName: z.string(),
  updated: z.string(),
  trigger: AnyRecord,
  /** External ids of the connections that it uses. */
  connectionIds: z.array(z.string()).nullish(),
})

export const Flow = z.looseObject({
  id: z.string(),
  created: z.string(),
  updated: z.string(),
  folderId: z.string().nullish(),
  status: z.string(),
  /** Null if it was never published. */
  publishedVersionId: z.string().nullish(),
  version: FlowVersion,
})
export type Flow = z.infer<typeof Flow>

/** A flow with the whole document of its version. */
export interface FlowDocument {
  flow: Flow
  version: JsonRecord
}

export const FlowDocument = z.looseObject({ version: AnyRecord }).transform((document, context): FlowDocument => {
  const read = Flow.safeParse(document)
  if (read.success) return { flow: read.data, version: document.version }
  for (const { path, message } of read.error.issues) context.addIssue({ code: 'custom', path, message })
  return z.NEVER
})

const FailedStep = z.looseObject({ name: z.string(), message: z.string().nullish() })

export const FlowRun = z.looseObject({
  id: z.string(),
  created: z.string(),
  flowId: z.string(),
  flowVersionId: z.string(),
  /** In older releases, instead of `flowVersion`. */
  flowDisplayName: z.string().nullish(),
  flowVersion: z.looseObject({ displayName: z.string().nullish() }).nullish(),
  parentRunId: z.string().nullish(),
  status: z.string(),
  startTime: z.string().nullish(),
  finishTime: z.string().nullish(),
  environment: z.string(),
  failedStep: FailedStep.nullish(),
  /** In older releases, instead of `failedStep`. */
  failedStepName: z.string().nullish(),
  /** Outputs by the name of the step; only of a single run, and null once they were deleted. */
  steps: AnyRecord.nullish(),
})
export type FlowRun = z.infer<typeof FlowRun>

export const StepOutput = z.looseObject({
  type: z.string(),
  status: z.string(),
  input: AnyJson.nullish(),
  output: AnyJson.nullish(),
  /** "slice": the output is stored apart, and `output` says where. */
  outputType: z.string().nullish(),
  /** ms. */
  duration: z.number().nullish(),
  errorMessage: AnyJson.nullish(),
})
export type StepOutput = z.infer<typeof StepOutput>

/** A connection without its value. */
export const AppConnection = z.looseObject({
  id: z.string(),
  externalId: z.string(),
  displayName: z.string(),
  pieceName: z.string(),
  status: z.string(),
  created: z.string(),
  updated: z.string(),
})
