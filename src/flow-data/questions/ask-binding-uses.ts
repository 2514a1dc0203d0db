/** Nodes that name a flow's requirements: the first ones for each requested key. */
import { bindingUses, type NamedNode } from '#flow-data/model/binding-uses.ts'
import { bindingKeyText, type BindingKey } from '#flow-data/model/binding-key.ts'
import { memoized, type MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

export interface NodesNamingKey {
  first: NamedNode[]
  count: number
}

const uses = memoized(bindingUses)

/** By `bindingKeyText`. */
export function bindingUsesIn(
  flow: MemoizedFlow,
  { keys, most }: { keys: readonly BindingKey[]; most: number },
): ReadonlyMap<string, NodesNamingKey> {
  const usesByKey = uses(flow)
  return new Map(
    keys.map((one) => {
      const nodes = usesByKey[one.field].get(one.key) ?? []
      return [bindingKeyText(one), { first: nodes.slice(0, most), count: nodes.length }]
    }),
  )
}
