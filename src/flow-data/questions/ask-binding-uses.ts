/** Nodes that name a flow's requirements: the first ones for each requested key. */
import { bindingUses, type NamedNode } from '#flow-data/model/binding-uses.ts'
import { bindingKeyText, type BindingKey } from '#flow-data/model/binding-key.ts'
import { memoized, type MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

export interface NamedBy {
  first: NamedNode[]
  count: number
}

const uses = memoized(bindingUses)

/** By `bindingKeyText`. */
export function bindingUsesIn(
  held: MemoizedFlow,
  { keys, most }: { keys: readonly BindingKey[]; most: number },
): ReadonlyMap<string, NamedBy> {
  const known = uses(held)
  return new Map(
    keys.map((one) => {
      const nodes = known[one.field].get(one.key) ?? []
      return [bindingKeyText(one), { first: nodes.slice(0, most), count: nodes.length }]
    }),
  )
}
