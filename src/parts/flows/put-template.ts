/** Sends a new definition of a flow as bytes, so that the page neither parses nor serializes a large one. */
import type { z } from 'zod'
import { callRaw } from '#api/request/client.ts'
import { flowVersion, type FlowUpdate } from '#contract/flows/flow-version.ts'
import { openFlowData } from '#flow-data/flow-data.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'

export interface NewDefinition extends Omit<z.input<typeof FlowUpdate>, 'template'> {
  /** JSON of the flow template. */
  template: Blob
}

/**
 * Replaces the definition of a flow, if its counter of changes is still `version`; resolves to the flow. Rejects with
 * ApiError: 409 with the current flow if it was changed, or with findings if it is active and could not run.
 */
export async function putTemplate(
  { id, version }: { id: string; version: number },
  { template, ...others }: NewDefinition,
): Promise<FlowHead> {
  const json = new Blob(['{"template":', template, ',', JSON.stringify(others).slice(1)])
  // The body is sent as bytes instead.
  const input = { id, body: { template: '' } }
  const answer = await callRaw(flowVersion.update, input, { json, ifMatch: `"${version}"` })
  // The response contains the flow, which is parsed in the worker.
  const opened = await openFlowData(answer.bytes, null)
  if (opened.is !== 'flow') throw await answer.refusal(opened)
  return opened.head
}
