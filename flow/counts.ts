/** Node and edge counts of a flow. */
import type { Edge, Node } from '#contract/flow.ts'

/**
 * Groups are frames around nodes and are not counted; notes are. This is the rule of `SOURCES.tsv` for every format
 * whose containers become nodes of type "group" (Node-RED).
 */
export function countsOf(flow: { nodes: readonly Node[]; edges: readonly Edge[] }): { nodes: number; edges: number } {
  return { nodes: flow.nodes.filter((node) => node.type !== 'group').length, edges: flow.edges.length }
}
