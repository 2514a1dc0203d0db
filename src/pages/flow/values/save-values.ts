/** Saves changed values as one version of the flow. */
import { callRaw } from '#api/request/client.ts'
import { flowVersion } from '#contract/flows/flow-version.ts'
import type { ValueProblem } from '#flow/values/with-values.ts'
import { openFlowData, type FlowData } from '#flow-data/flow-data.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { changesOf } from './use-reviewed-changes.ts'
import type { ValueEdit } from './value-edits.ts'

export interface SaveRequest {
  flow: FlowHead
  data: FlowData
  edits: readonly ValueEdit[]
  as: 'live' | 'draft'
  note: string
}

export type SavedValues = { is: 'saved'; flow: FlowHead } | { is: 'refused'; problems: ValueProblem[] }

/** Rejects with ApiError: 409 with the current flow if another version was saved, or with findings if it cannot run. */
export async function saveValues({ flow, data, edits, as, note }: SaveRequest): Promise<SavedValues> {
  const { name, description, metadata, variables, settings, updated_at } = flow
  const fields = { name, description, metadata, variables, settings, updated_at }
  const template = await data.ask('values template', { changes: changesOf(edits), fields })
  if (template.is === 'refused') return template
  const others = JSON.stringify({ as, note, source: { kind: 'values' } }).slice(1)
  const json = new Blob(['{"template":', template.json, ',', others])
  const input = { id: flow.id, body: { template: '' } }
  const answer = await callRaw(flowVersion.update, input, { json, ifMatch: `"${flow.version}"` })
  // The response contains the flow, which is parsed in the worker.
  const opened = await openFlowData(answer.bytes, null)
  if (opened.is !== 'flow') throw await answer.refusal(opened)
  return { is: 'saved', flow: opened.head }
}
