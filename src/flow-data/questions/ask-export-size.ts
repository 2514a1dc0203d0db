import type { FlowDetail } from '#contract/flow.ts'
import { templateText, writeTemplate } from '#flow/file/template.ts'
import type { MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

/** The fields of a file beside nodes and edges. */
export type FileFacts = Pick<FlowDetail, 'name' | 'description' | 'metadata' | 'variables' | 'settings' | 'updated_at'>

function exportedText({ nodes, edges }: MemoizedFlow, { updated_at: exportedAt, ...facts }: FileFacts): string {
  const generator = { name: 'Flow Console', version: '0.1.0' }
  return templateText(writeTemplate({ ...facts, nodes, edges }, { exportedAt, generator }))
}

/** Size of the exported file in bytes, which does not depend on its times. */
export const exportSizeIn = (held: MemoizedFlow, facts: FileFacts): number =>
  new TextEncoder().encode(exportedText(held, facts)).length

/** The exported file of a flow that is not in a service; `updated_at` = when it was read. */
export const exportFileIn = (held: MemoizedFlow, facts: FileFacts): Blob =>
  new Blob([exportedText(held, facts)], { type: 'application/json' })
