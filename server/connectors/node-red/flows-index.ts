/** The flows file of a Node-RED by tab, with what its nodes refer to. Pure. */
import { textOf, type JsonRecord } from '#lib/json/json.ts'
import { versionDigest } from '#server/connectors/version-digest.ts'

/** A tab or a subflow definition with its nodes, groups and config nodes. */
export interface Sheet {
  id: string
  owner: JsonRecord
  /** In the order of the file. */
  items: readonly JsonRecord[]
}

export interface FlowsIndex {
  /** In the order of the editor's tabs. */
  tabs: readonly Sheet[]
  subflows: ReadonlyMap<string, Sheet>
  /** Config nodes by id, those of a tab or subflow too. */
  configs: ReadonlyMap<string, JsonRecord>
}

const containers = new Set(['tab', 'subflow', 'group'])

export const idOfItem = (item: JsonRecord): string => textOf(item['id'])
export const typeOf = (item: JsonRecord): string => textOf(item['type'])

/** A node on the canvas; nodes without a position are config nodes. */
export const isPlaced = (item: JsonRecord): boolean =>
  !containers.has(typeOf(item)) && (Array.isArray(item['wires']) || ('x' in item && 'y' in item))

/** Environment variables for all flows, and the editor's list of packages: no node of any flow. */
export const isGlobalConfig = (item: JsonRecord): boolean => typeOf(item) === 'global-config'

export const isConfig = (item: JsonRecord): boolean =>
  !containers.has(typeOf(item)) && !isPlaced(item) && !isGlobalConfig(item)

export function indexFlows(items: readonly JsonRecord[]): FlowsIndex {
  const bySheet = new Map<string, JsonRecord[]>()
  for (const item of items) {
    const sheet = textOf(item['z'])
    const own = bySheet.get(sheet)
    if (own) own.push(item)
    else bySheet.set(sheet, [item])
  }
  const sheetsOf = (type: string): Sheet[] =>
    items
      .filter((item) => typeOf(item) === type)
      .map((owner) => ({ id: idOfItem(owner), owner, items: bySheet.get(idOfItem(owner)) ?? [] }))
  return {
    tabs: sheetsOf('tab'),
    subflows: new Map(sheetsOf('subflow').map((sheet) => [sheet.id, sheet])),
    configs: new Map(items.filter(isConfig).map((item) => [idOfItem(item), item])),
  }
}

/** Id of the subflow that a node is an instance of; null for other nodes. */
export function subflowOf(item: JsonRecord): string | null {
  const [, id] = /^subflow:(.+)$/.exec(typeOf(item)) ?? []
  return id ?? null
}

/** Fields that hold ids of other things than config nodes. */
const ownFields = new Set(['id', 'type', 'z', 'g', 'wires', 'links', 'nodes'])

/** Ids of the config nodes that a node names, as Node-RED itself finds them: by a field whose value is such an id. */
export const configsOf = (item: JsonRecord, configs: FlowsIndex['configs']): string[] =>
  Object.entries(item)
    .filter(([field]) => !ownFields.has(field))
    .flatMap(([, value]) => (Array.isArray(value) ? value : [value]))
    .filter((value) => typeof value === 'string')
    .filter((value) => configs.has(value))

export interface Uses {
  subflows: ReadonlySet<string>
  configs: ReadonlySet<string>
}

/** The subflows and config nodes that a tab uses, directly or through another one. */
export function usesOf({ items }: Sheet, { subflows, configs }: FlowsIndex): Uses {
  const uses = { subflows: new Set<string>(), configs: new Set<string>() }
  const open = [...items]
  for (let item = open.pop(); item !== undefined; item = open.pop()) {
    if (isConfig(item)) uses.configs.add(idOfItem(item))
    const subflow = subflows.get(subflowOf(item) ?? '')
    if (subflow && !uses.subflows.has(subflow.id)) {
      uses.subflows.add(subflow.id)
      open.push(...subflow.items)
    }
    for (const id of configsOf(item, configs)) {
      const config = configs.get(id)
      if (!config || uses.configs.has(id)) continue
      uses.configs.add(id)
      open.push(config)
    }
  }
  return uses
}

/** Node-RED has no versions: that of a tab is a digest of it with its nodes. */
export const versionOf = ({ owner, items }: Sheet): number => versionDigest([owner, ...items])

/** Name of a node: its own, else its type. */
export const nameOf = (item: JsonRecord): string => textOf(item['name']) || textOf(item['label']) || typeOf(item)
