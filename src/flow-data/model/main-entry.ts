/** Where a flow begins: see `firstPart`. */
import type { Node } from '#contract/flow.ts'
import { visualKindOf } from '#flow/visual-kind/visual-kind.ts'
import type { MemoizedFlow } from './memoized-flow.ts'

/** Whether a flow begins at a node. A trigger of another product is one by its visual kind. */
export function mainEntryTest({ entries, foreignKindOf }: MemoizedFlow): (node: Node) => boolean {
  const main = new Set(entries.main)
  return (node) => main.has(node.id) || visualKindOf(node, foreignKindOf).hue === 'trigger'
}
