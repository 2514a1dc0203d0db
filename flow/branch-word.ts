/** What stands at the port where an edge leaves. */
import type { Edge, Node } from '#contract/flow.ts'
import { outputsOf } from '#flow/node-kind.ts'

/** "yes", "error"; "" for the one way on. `source` where it is known: its type may give the output a name. */
export function branchWord(edge: Pick<Edge, 'label' | 'source_handle'>, source: Node | undefined): string {
  const own = edge.label?.trim() ?? ''
  const handle = edge.source_handle ?? ''
  if (own !== '' || handle === '' || handle === 'out') return own
  return (source === undefined ? undefined : outputsOf(source).find(({ id }) => id === handle)?.label) ?? handle
}
