/** How many nodes and edges a flow has, as people count them. */
import type { Edge, Node } from '#contract/flow.ts'

/**
 * Groups are frames round nodes and are not counted; notes are. This is the rule of `SOURCES.tsv` for every format whose
 * containers become nodes of type "group" (Node-RED).
 */
export function countsOf(flow: { nodes: readonly Node[]; edges: readonly Edge[] }): { nodes: number; edges: number } {
  return { nodes: flow.nodes.filter((node) => node.type !== 'group').length, edges: flow.edges.length }
}
