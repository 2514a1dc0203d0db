/** A tab as Node-RED's editor exports it (Export → current flow → JSON). Pure. */
import { createHash } from 'node:crypto'
import type { JsonRecord } from '#lib/json/json.ts'
import { configsOf, idOfItem, isConfig, subflowOf, typeOf, type FlowsIndex, type Sheet } from './flows-index.ts'
import type { NodeSets } from './node-red-schemas.ts'

interface Exported {
  subflows: Set<string>
  configs: Set<string>
}

const isType = (type: string) => (item: JsonRecord) => typeOf(item) === type

/** Nodes on the canvas, without groups and junctions, which the editor keeps apart. */
const isNode = (item: JsonRecord) => !isConfig(item) && !['group', 'junction'].includes(typeOf(item))

/**
 * The items, followed by the config nodes that they name; definitions of their subflows before them. The order is that
 * of the editor's `createExportableNodeSet`.
 */
function withParts(items: readonly JsonRecord[], index: FlowsIndex, exported: Exported): JsonRecord[] {
  const definitions: JsonRecord[][] = []
  const result = [...items]
  // Config nodes are appended while the loop runs, so that those which they name follow.
  for (const item of result) {
    const subflow = index.subflows.get(subflowOf(item) ?? '')
    if (subflow && !exported.subflows.has(subflow.id)) {
      exported.subflows.add(subflow.id)
      const configs = subflow.items.filter(isConfig)
      for (const config of configs) exported.configs.add(idOfItem(config))
      const parts = [
        subflow.owner,
        ...subflow.items.filter(isNode),
        ...configs,
        ...subflow.items.filter(isType('junction')),
        ...subflow.items.filter(isType('group')),
      ]
      definitions.unshift(withParts(parts, index, exported))
    }
    for (const id of configsOf(item, index.configs)) {
      const config = index.configs.get(id)
      if (!config || exported.configs.has(id)) continue
      exported.configs.add(id)
      result.push(config)
    }
  }
  return [...definitions.flat(), ...result]
}

/** All items of the file of a tab, without the list of packages. */
export function itemsOfTab({ owner, items }: Sheet, index: FlowsIndex): JsonRecord[] {
  const exported: Exported = { subflows: new Set(), configs: new Set() }
  const placed = [owner, ...items.filter(isType('group')), ...items.filter(isType('junction')), ...items.filter(isNode)]
  const result = withParts(placed, index, exported)
  // Config nodes of the tab that no node names would otherwise be lost.
  return [...result, ...items.filter((item) => isConfig(item) && !exported.configs.has(idOfItem(item)))]
}

/** Length of Node-RED's ids, in hexadecimal digits. */
const idLength = 16

/** The packages of a file's nodes, in the item that the editor adds for them; none if all are Node-RED's own. */
export function packagesOf(items: readonly JsonRecord[], sets: NodeSets, tab: string): JsonRecord[] {
  const setByType = new Map(sets.flatMap((set) => set.types.map((type) => [type, set])))
  const modules: JsonRecord = {}
  for (const item of items) {
    const set = setByType.get(typeOf(item))
    if (set && set.module !== 'node-red') modules[set.module] = set.version ?? ''
  }
  if (Object.keys(modules).length === 0) return []
  // The editor takes a new random id each time; this one is the same for every export.
  const id = createHash('sha256').update(`packages of ${tab}`).digest('hex').slice(0, idLength)
  return [{ id, type: 'global-config', env: [], modules }]
}

/** The tab's document for a reader, which takes the first tab or subflow of a file as its first flow. */
export function documentOfTab(sheet: Sheet, index: FlowsIndex): JsonRecord[] {
  return [sheet.owner, ...itemsOfTab(sheet, index).filter((item) => item !== sheet.owner)]
}
