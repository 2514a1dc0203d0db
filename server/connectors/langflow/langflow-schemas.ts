/**
 * Answers of Langflow's API v1. Source: docs.langflow.org/1.12.0/api-flows, api-projects and api-monitor, and
 * src/backend/base/langflow/services/database/models in the repository of Langflow.
 */
import { z } from 'zod'
import type { Json } from '#lib/json/json.ts'

const AnyJson = z.custom<Json>((value) => value !== undefined)
const AnyRecord = z.record(z.string(), AnyJson)

/** A time as an ISO text in UTC, from "2024-12-23 19:20:11 UTC" or an ISO text; null if it is none. */
function isoTime(text: string): string | null {
  const plain = text.trim().replace(/ UTC$/, 'Z').replace(' ', 'T')
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(plain) ? plain : `${plain}Z`
  const at = Date.parse(zoned)
  return Number.isNaN(at) ? null : new Date(at).toISOString()
}

const Time = z.string().transform((text, context) => {
  const time = isoTime(text)
  if (time !== null) return time
  context.addIssue({ code: 'custom', message: 'This is no time.' })
  return z.NEVER
})

export const LangflowFlow = z.looseObject({
  id: z.string(),
  name: z.string(),
  description: z.string().nullish(),
  /** `{nodes, edges, viewport}`; empty or null before the first change. */
  data: AnyRecord.nullish(),
  /** True for a component that was saved for use in flows. */
  is_component: z.boolean().nullish(),
  updated_at: Time.nullish(),
  endpoint_name: z.string().nullish(),
  tags: z.array(z.string()).nullish(),
})
export type LangflowFlow = z.infer<typeof LangflowFlow>

export const FlowPage = z.looseObject({ items: z.array(LangflowFlow), pages: z.int().nullish() })

export const Project = z.looseObject({ id: z.string(), name: z.string() })
export type Project = z.infer<typeof Project>

/** "unset" = it has not ended yet. */
const Status = z.enum(['ok', 'error', 'unset'])
export type TraceStatus = z.infer<typeof Status>

export const Trace = z.looseObject({
  id: z.string(),
  status: Status,
  startTime: Time,
  /** ms */
  totalLatencyMs: z.int(),
  totalTokens: z.int(),
  flowId: z.string(),
  sessionId: z.string(),
  /** What the chat input received; null if the flow has none. */
  input: AnyRecord.nullish(),
  output: AnyRecord.nullish(),
})
export type Trace = z.infer<typeof Trace>

export const TracePage = z.looseObject({ traces: z.array(Trace), total: z.int() })

const spanFields = {
  id: z.string(),
  name: z.string(),
  status: Status,
  startTime: Time.nullish(),
  latencyMs: z.int(),
  inputs: AnyRecord.nullish(),
  outputs: AnyRecord.nullish(),
  error: z.string().nullish(),
  modelName: z.string().nullish(),
  tokenUsage: z.looseObject({ promptTokens: z.int(), completionTokens: z.int(), totalTokens: z.int() }).nullish(),
}

/** A component, or within it a call of a model, a tool or a chain. */
export type Span = z.infer<z.ZodObject<typeof spanFields>> & { children: Span[] }

export const Span: z.ZodType<Span> = z.object({
  ...spanFields,
  get children() {
    return z.array(Span)
  },
})

export const TraceDetail = Trace.extend({ endTime: Time.nullish(), spans: z.array(Span) })
export type TraceDetail = z.infer<typeof TraceDetail>

export const LangflowMessage = z.looseObject({
  id: z.string(),
  flow_id: z.string().nullish(),
  timestamp: Time,
  /** "User" or "Machine". */
  sender: z.string(),
  sender_name: z.string().nullish(),
  session_id: z.string(),
  text: z.string().nullish(),
})
export type LangflowMessage = z.infer<typeof LangflowMessage>

/** Without its value, which is never read. */
export const LangflowVariable = z.object({ id: z.string(), name: z.string(), type: z.string().nullish() })
export type LangflowVariable = z.infer<typeof LangflowVariable>
