import type { FlowDetail } from '#contract/flow.ts'
import { formatSize } from '#lib/format-size.ts'
import { templateText, writeTemplate } from '#flow/template.ts'

/** Making the file of a larger flow only to weigh it would hold up the page. */
const maxNodes = 1_500

/** How large the exported file is, in words: "34 kB"; null where weighing it is not worth it. Times in it are all equally long. */
export function exportSize(flow: FlowDetail): string | null {
  if (flow.nodes.length > maxNodes) return null
  const text = templateText(
    writeTemplate(flow, { exportedAt: flow.updated_at, generator: { name: 'Flow Console', version: '0.1.0' } }),
  )
  return formatSize(new TextEncoder().encode(text).length)
}
