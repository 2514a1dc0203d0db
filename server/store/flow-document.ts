/** What a flow holds beside its summary, kept as one JSON text so that unknown fields come back as they were sent. */
import { z } from 'zod'
import type { Edge, FlowDetail, Node } from '#contract/flow.ts'
import { countsOf } from '#flow/counts.ts'
import { textOf } from '#lib/json.ts'

export type FlowDocument = Pick<FlowDetail, 'nodes' | 'edges' | 'metadata' | 'variables' | 'settings' | 'viewport'>

export const emptyDocument: FlowDocument = {
  nodes: [],
  edges: [],
  metadata: {},
  variables: [],
  settings: {},
  viewport: null,
}

/** The table is written by this file alone, through readers that checked every node: its outline is enough to know it by. */
const Stored = z.object({
  nodes: z.array(z.custom<Node>()),
  edges: z.array(z.custom<Edge>()),
  metadata: z.custom<FlowDocument['metadata']>(),
  variables: z.custom<FlowDocument['variables']>(),
  settings: z.custom<FlowDocument['settings']>(),
  viewport: z.custom<FlowDocument['viewport']>(),
})

export const readDocument = (text: string): FlowDocument => Stored.parse(JSON.parse(text))

/** The text of a flow that holds nothing. */
export const emptyText = (): string => writeDocument(emptyDocument)

/** The JSON of a flow: its facts, and its document as it is stored. */
export const withDocument = (facts: object, text: string): string =>
  `${JSON.stringify(facts).slice(0, -1)},${text.slice(1)}`

export const writeDocument = ({ nodes, edges, metadata, variables, settings, viewport }: FlowDocument): string =>
  JSON.stringify({ nodes, edges, metadata, variables, settings, viewport })

/** The columns by which a list knows a document without reading it. */
export interface DocumentFacts {
  nodeCount: number
  edgeCount: number
  triggerTypes: string[]
}

export function documentFacts({ nodes, edges }: FlowDocument): DocumentFacts {
  const counts = countsOf({ nodes, edges })
  const kinds = nodes.filter((node) => node.type === 'trigger').map((node) => textOf(node.config['kind']))
  return {
    nodeCount: counts.nodes,
    edgeCount: counts.edges,
    triggerTypes: [...new Set(kinds)].filter((kind) => kind !== '').toSorted(),
  }
}
