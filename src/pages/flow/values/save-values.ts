/** Saves changed values as one version of the flow. */
import type { ValueProblem } from '#flow/values/with-values.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import type { FlowHead } from '#flow-data/model/flow-head.ts'
import { putTemplate } from '#parts/flows/put-template.ts'
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
  const source = { kind: 'values' } as const
  return { is: 'saved', flow: await putTemplate(flow, { template: new Blob([template.json]), as, note, source }) }
}
