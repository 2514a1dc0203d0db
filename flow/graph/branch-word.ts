/** Label of an edge at its source port. */
import type { Edge, Node } from '#contract/flow.ts'
import { outputsOf } from '#flow/node-kind.ts'

/** Text of an edge: its label, or its condition if it names no output. */
export function edgeLabel({ label, condition, source_handle: handle }: EdgeWords): string {
  const own = label?.trim() ?? ''
  return own === '' && (handle === null || handle === '' || handle === 'out') ? (condition?.trim() ?? '') : own
}

type EdgeWords = Pick<Edge, 'label' | 'condition' | 'source_handle'>

/** "yes", "error"; "" for the only output. `source`, if known: its type may name the output. */
export function branchWord(edge: EdgeWords, source: Node | undefined): string {
  const own = edgeLabel(edge)
  const handle = edge.source_handle ?? ''
  if (own !== '' || handle === '' || handle === 'out') return own
  return (source === undefined ? undefined : outputsOf(source).find(({ id }) => id === handle)?.label) ?? handle
}
