/**
 * Reads a flow for its page: nodes and edges stay in the worker that parses them, the page gets the rest and a handle.
 */
import { callRaw } from '#api/request/client.ts'
import { compatibility } from '#api/compatibility.ts'
import { flow as flowApi, type FlowDetail } from '#contract/flow.ts'
import { takeStartedFlow } from './early-flow.ts'
import { openFlowData, type FlowData, type OpenedFlow } from './flow-data.ts'
import type { FlowHead } from './model/flow-head.ts'

/** A flow in the query cache. */
export interface ReadFlow {
  version: number
  head: FlowHead
  /** Its nodes and edges; the same handle as before if they are the same. */
  data: FlowData
  /** ETag of the response; null if the service sends none. */
  etag: string | null
}

/** Rejects with ApiError, or with FlowDataLost if the worker ended. `before` = the previous read of the flow. */
export async function readFlowData(id: string, before: ReadFlow | undefined, signal: AbortSignal): Promise<ReadFlow> {
  const early = before === undefined ? await takeStartedFlow(id) : null
  if (early?.opened.is === 'flow') return readOf(early.opened, early.etag)
  const answer = await callRaw(flowApi.read, { id }, { signal })
  if (before !== undefined && answer.etag !== null && answer.etag === before.etag) return before
  const opened = await openFlowData(answer.bytes, before?.data ?? null)
  if (opened.is !== 'flow') throw await answer.refusal(opened)
  return readOf(opened, answer.etag)
}

function readOf({ head, data, findings }: Extract<OpenedFlow, { is: 'flow' }>, etag: string | null): ReadFlow {
  compatibility.record(flowApi.read, findings)
  return { version: head.version, head, data, etag }
}

/** The flow after a change by this console, which leaves nodes and edges as they are. */
export function changedFlow(before: ReadFlow, { nodes: _nodes, edges: _edges, ...rest }: FlowDetail): ReadFlow {
  const { head, data } = before
  const isAsSound = JSON.stringify(rest.validation) === JSON.stringify(head.validation)
  return {
    version: rest.version,
    head: { ...rest, counts: head.counts, hasPositions: head.hasPositions },
    data: isAsSound ? data : data.withFindings(rest.validation),
    etag: null,
  }
}
