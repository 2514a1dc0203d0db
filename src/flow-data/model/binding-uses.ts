/** Nodes that name a flow's requirements. Pure; linear, since a flow may have 50,000 nodes. */
import type { FlowDetail } from '#contract/flow.ts'
import { eachLeaf, nodeIdOf } from '#flow/leaves.ts'
import { channelOf, toolsOf } from '#flow/requires.ts'
import { secretKeysIn } from '#flow/secret-references.ts'
import type { BindingKey } from './binding-key.ts'

export interface NamedNode {
  id: string
  name: string
}

type BindingUses = Record<BindingKey['field'], ReadonlyMap<string, readonly NamedNode[]>>

/** Other parts that may name keys, left empty here: only nodes matter. */
const emptyFlowParts = { name: '', description: '', edges: [], metadata: {}, variables: [], settings: {} }

/** For each key the nodes that name it, in the flow's order, without duplicates. */
export function bindingUses({ nodes }: Pick<FlowDetail, 'nodes'>): BindingUses {
  const uses = {
    tools: new Map<string, NamedNode[]>(),
    channels: new Map<string, NamedNode[]>(),
    secrets: new Map<string, NamedNode[]>(),
  }
  const add = (field: BindingKey['field'], key: string, node: NamedNode) => {
    const list = uses[field].get(key)
    if (list === undefined) uses[field].set(key, [node])
    else if (list.at(-1)?.id !== node.id) list.push(node)
  }
  const names = new Map<string, NamedNode>()
  for (const node of nodes) {
    const ref = { id: node.id, name: node.name || node.id }
    names.set(node.id, ref)
    for (const key of toolsOf(node)) add('tools', key, ref)
    const channel = channelOf(node)
    if (channel !== null) add('channels', channel, ref)
  }
  eachLeaf({ ...emptyFlowParts, nodes }, (leaf) => {
    const keys = typeof leaf.value === 'string' ? secretKeysIn(leaf.value) : []
    const node = keys.length === 0 ? undefined : names.get(nodeIdOf(leaf) ?? '')
    if (node !== undefined) for (const key of keys) add('secrets', key, node)
  })
  return uses
}
