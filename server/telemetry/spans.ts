/**
 * Serializes spans as OTLP/HTTP JSON. Source: OpenTelemetry Protocol 1.x (trace.proto, "JSON Protobuf Encoding"), W3C
 * Trace Context for ids.
 */
import { createHash } from 'node:crypto'
import type { JsonRecord } from '#lib/json/json.ts'

export interface Span {
  /** 32 and 16 hexadecimal digits. */
  traceId: string
  spanId: string
  parentSpanId: string | null
  name: string
  /** Milliseconds. */
  start: number
  end: number
  attributes: Readonly<Record<string, string | number | boolean>>
  /** Error code; null = none. */
  error: string | null
}

/**
 * Ids derived from their object, and therefore equal in every process: steps of a run that continues in another process
 * stay in its trace.
 */
const idOf = (of: readonly string[], digits: number): string =>
  createHash('sha256').update(JSON.stringify(of)).digest('hex').slice(0, digits)
export const traceIdOf = (run: string): string => idOf(['trace', run], 32)
export const spanIdOf = (...of: readonly string[]): string => idOf(['span', ...of], 16)

function attributesOf(attributes: Span['attributes']): JsonRecord[] {
  const valueOf = (value: string | number | boolean): JsonRecord => {
    if (typeof value === 'string') return { stringValue: value }
    if (typeof value === 'boolean') return { boolValue: value }
    // 64-bit integers are strings in this encoding.
    return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
  }
  return Object.entries(attributes).map(([key, value]) => ({ key, value: valueOf(value) }))
}

const nanos = (ms: number): string => `${BigInt(Math.round(ms)) * 1_000_000n}`
/** SPAN_KIND_INTERNAL; STATUS_CODE_OK, STATUS_CODE_ERROR. */
const internal = 1
const code = { ok: 1, error: 2 }

const spanOf = (span: Span): JsonRecord => ({
  traceId: span.traceId,
  spanId: span.spanId,
  ...(span.parentSpanId === null ? {} : { parentSpanId: span.parentSpanId }),
  name: span.name,
  kind: internal,
  startTimeUnixNano: nanos(span.start),
  endTimeUnixNano: nanos(Math.max(span.start, span.end)),
  attributes: attributesOf(span.attributes),
  status: span.error === null ? { code: code.ok } : { code: code.error, message: span.error },
})

/** The body of one request. */
export const exportOf = (service: string, version: string, spans: readonly Span[]): JsonRecord => ({
  resourceSpans: [
    {
      resource: { attributes: attributesOf({ 'service.name': service, 'service.version': version }) },
      scopeSpans: [{ scope: { name: 'flow-engine', version }, spans: spans.map(spanOf) }],
    },
  ],
})
