import type { FlowDetail } from '#contract/flow.ts'
import { templateText, writeTemplate } from '#flow/file/template.ts'
import type { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

/** The fields of a file beside nodes and edges. */
export type FileFields = Pick<FlowDetail, 'name' | 'description' | 'metadata' | 'variables' | 'settings' | 'updated_at'>

function exportedText({ nodes, edges }: MemoizedFlow, { updated_at: exportedAt, ...fields }: FileFields): string {
  const generator = { name: 'Flow Console', version: import.meta.env.CONSOLE_VERSION }
  return templateText(writeTemplate({ ...fields, nodes, edges }, { exportedAt, generator }))
}

/** Size of the exported file in bytes, which does not depend on its times. */
export const exportSizeIn = (flow: MemoizedFlow, fields: FileFields): number =>
  new TextEncoder().encode(exportedText(flow, fields)).length

/** The exported file of a flow that is not in a service; `updated_at` = when it was read. */
export const exportFileIn = (flow: MemoizedFlow, fields: FileFields): Blob =>
  new Blob([exportedText(flow, fields)], { type: 'application/json' })
