/** Spans of one trace of Langflow: its steps, its error and the tokens that its models used. Pure. */
import { createHash } from 'node:crypto'
import type { Run, RunStep } from '#contract/billing.ts'
import { cutText } from '#lib/text/text.ts'
import type { Prices } from '#server/base/prices.ts'
import type { Known } from '#server/connectors/connector.ts'
import { costOfUses, mergeUses, type CostFact, type ModelUse } from '#server/connectors/model-cost.ts'
import { plainOutput } from '#server/connectors/plain-output.ts'
import type { Span, TraceDetail } from './langflow-schemas.ts'
import { statuses } from './run-row.ts'

/** Longest error message of a row. */
const maxMessage = 500

/** Namespace of the UUIDs of spans: `LANGFLOW_SPAN_NAMESPACE` in services/tracing/span_sorting.py. */
const spanNamespace = Buffer.from('a3e1c2d45b6f7890abcdef1234567890', 'hex')

/** UUID of the span of a node: version 5 (RFC 9562) of the trace's id and the node's id. */
function spanIdOf(trace: string, node: string): string {
  const hash = createHash('sha1').update(spanNamespace).update(`${trace}-${node}`).digest().subarray(0, 16)
  hash.writeUInt8((hash.readUInt8(6) & 0x0f) | 0x50, 6)
  hash.writeUInt8((hash.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = hash.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

type FlowNode = { id: string; type: string }

const errorIn = ({ error }: Span): { code: string; message: string } | null =>
  error ? { code: 'error', message: cutText(error, maxMessage) } : null

/** Nodes of the flow by the ids of their spans. */
const nodesBySpan = (trace: string, nodes: readonly FlowNode[]): Map<string, FlowNode> =>
  new Map(nodes.map((node) => [spanIdOf(trace, node.id), node]))

/** The steps of a run: one for each component. `nodes`: those of the flow as it is now. */
export function stepsOf({ id, spans }: TraceDetail, nodes: readonly FlowNode[]): Known<RunStep>[] {
  const bySpan = nodesBySpan(id, nodes)
  return spans.map((span, seq) => {
    const node = bySpan.get(span.id)
    return {
      seq,
      ...(node ? { node_id: node.id, node_type: node.type } : {}),
      node_name: span.name,
      status: statuses[span.status],
      ...(span.startTime ? { started_at: span.startTime } : {}),
      duration_ms: span.status === 'unset' ? null : span.latencyMs,
      error: errorIn(span),
      input: plainOutput(span.inputs ?? null),
      output: plainOutput(span.outputs ?? null),
    }
  })
}

/** Error of a run: that of its first failed component; null if it has none. */
export function runErrorOf({ id, spans }: TraceDetail, nodes: readonly FlowNode[]): Run['error'] {
  const failed = spans.find((span) => errorIn(span) !== null)
  const error = failed && errorIn(failed)
  return failed && error ? { ...error, node_id: nodesBySpan(id, nodes).get(failed.id)?.id ?? null } : null
}

/** Spans without children: those above them contain their tokens. */
const leavesOf = (spans: readonly Span[]): Span[] =>
  spans.flatMap((span) => (span.children.length === 0 ? [span] : leavesOf(span.children)))

/** Tokens by model, in the order of the first call; null if they are not those of the trace's total. */
function usesOf({ spans, totalTokens }: TraceDetail): ModelUse[] | null {
  const uses = leavesOf(spans).flatMap(({ tokenUsage: usage, modelName }): ModelUse[] =>
    usage && usage.totalTokens > 0
      ? [
          {
            model: modelName ?? '',
            calls: 1,
            input: usage.promptTokens,
            output: usage.completionTokens,
            cached: 0,
            reasoning: 0,
          },
        ]
      : [],
  )
  const sum = uses.reduce((all, { input, output }) => all + input + output, 0)
  return sum === totalTokens ? mergeUses(uses) : null
}

/** Cost of a trace, by the tokens of its spans. */
export const costOf = (prices: Prices, trace: TraceDetail): CostFact => costOfUses(prices, usesOf(trace))
