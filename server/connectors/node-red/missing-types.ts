/** Types of nodes that a Node-RED has not installed. Pure. */
import type { JsonRecord } from '#lib/json/json.ts'
import { indexFlows, isPlaced, subflowOf, typeOf } from './flows-index.ts'
import type { NodeSets } from './node-red-schemas.ts'

const builtIn = new Set(['tab', 'subflow', 'group'])

/** The missing types of some items, in alphabetical order. Instances of subflows that are not among them count too. */
export function missingTypes(items: readonly JsonRecord[], sets: NodeSets): string[] {
  const installed = new Set(sets.filter(({ enabled }) => enabled !== false).flatMap(({ types }) => types))
  const { subflows } = indexFlows(items)
  const isKnown = (item: JsonRecord) => {
    const subflow = subflowOf(item)
    return subflow === null ? builtIn.has(typeOf(item)) || installed.has(typeOf(item)) : subflows.has(subflow)
  }
  return [...new Set(items.filter((item) => !isKnown(item)).map(typeOf))].toSorted()
}

/** True if a tab with nodes is enabled. */
export const hasEnabledFlow = (items: readonly JsonRecord[]): boolean =>
  indexFlows(items).tabs.some(({ owner, items: own }) => owner['disabled'] !== true && own.some(isPlaced))
