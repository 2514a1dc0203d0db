/** A version of a flow of the service, for the page: its facts, and its nodes and edges, which stay in the worker. */
import { hasPositions } from '#canvas/model/placement.ts'
import type { FlowVersionDetail } from '#contract/flows/flow-version.ts'
import { entriesOf } from '#flow/graph/starts.ts'
import { sourceFormatOf } from '#flow/visual-kind/visual-kind.ts'
import { headCounts, type FlowHead } from '#flow-data/model/flow-head.ts'
import type { GraphParts } from '#flow-data/model/memoized-flow.ts'

export interface FlowVersionHead
  extends
    Omit<FlowVersionDetail, 'nodes' | 'edges' | 'validation' | 'bindings'>,
    Pick<FlowHead, 'counts' | 'hasPositions' | 'validation' | 'bindings'> {}

/** Versions other than the draft have no bindings of their own. */
const noBindings: FlowHead['bindings'] = { tools: {}, channels: {}, secrets: {} }

/** `bytes`: the response of the service, in UTF-8. Throws an Error if it is not JSON. */
export function openFlowVersion(bytes: ArrayBuffer): { head: FlowVersionHead; parts: GraphParts } {
  const detail: FlowVersionDetail = JSON.parse(new TextDecoder().decode(bytes))
  const { nodes, edges, validation = [], bindings = noBindings, ...head } = detail
  const { metadata } = head
  return {
    head: { ...head, validation, bindings, counts: headCounts({ nodes, edges }), hasPositions: hasPositions(nodes) },
    parts: {
      nodes,
      edges,
      validation,
      format: sourceFormatOf(metadata),
      entries: entriesOf({ nodes, edges, metadata }),
    },
  }
}
