/** A flow in the form in which pages use it: stored in the worker, or in the page without workers. */
import type { FlowData } from '#flow-data/flow-data.ts'
import { openTemplateData } from '#flow-data/flow-data.ts'

interface Draft {
  name: string
  nodes: readonly unknown[]
  edges: readonly unknown[]
}

/** Opens a draft as a flow template. */
export async function openTestFlow(draft: Draft): Promise<FlowData> {
  const template = {
    format: 'flow-template',
    format_version: '1.0',
    exported_at: '2026-11-01T08:00:00Z',
    generator: { name: 'test', version: '1' },
    flow: { description: '', metadata: {}, variables: [], settings: {}, ...draft },
    requires: { tools: [], channels: [], secrets: [] },
    redacted: [],
  }
  const { data } = await openTemplateData(new TextEncoder().encode(JSON.stringify(template)).buffer)
  return data
}
