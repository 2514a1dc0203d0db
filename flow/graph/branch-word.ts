/** What stands at the port where an edge leaves. */
import type { Edge, Node } from '#contract/flow.ts'
import { outputsOf } from '#flow/node-kind.ts'

/** What an edge says of itself: its label, else what has to hold for it where it names no output. */
export function edgeLabel({ label, condition, source_handle: handle }: EdgeWords): string {
  const own = label?.trim() ?? ''
  return own === '' && (handle === null || handle === '' || handle === 'out') ? (condition?.trim() ?? '') : own
}

type EdgeWords = Pick<Edge, 'label' | 'condition' | 'source_handle'>

/** "yes", "error"; "" for the one way on. `source` where it is known: its type may give the output a name. */
export function branchWord(edge: EdgeWords, source: Node | undefined): string {
  const own = edgeLabel(edge)
  const handle = edge.source_handle ?? ''
  if (own !== '' || handle === '' || handle === 'out') return own
  return (source === undefined ? undefined : outputsOf(source).find(({ id }) => id === handle)?.label) ?? handle
}
