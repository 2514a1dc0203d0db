/**
 * Adds the items of a file to the flows of a Node-RED, as the editor's import does: nothing that exists is changed.
 * Pure.
 */
import { isDeepStrictEqual } from 'node:util'
import { isRecord, listOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import type { Warning } from '#flow/draft.ts'
import { idOfItem, indexFlows, isConfig, isGlobalConfig, isPlaced, nameOf, typeOf, type Sheet } from './flows-index.ts'

export interface ImportOptions {
  /** Name of the first new tab; null = as in the file. */
  name: string | null
  /** A new id in Node-RED's form. */
  newId: () => string
}

export interface Imported {
  /** The items to add. */
  items: JsonRecord[]
  /** Ids of the new tabs, in the order of the file; empty if the file has no nodes. */
  tabs: string[]
  warnings: Warning[]
}

const withoutRepeats = (items: readonly JsonRecord[]): JsonRecord[] =>
  [...new Map(items.toReversed().map((item) => [idOfItem(item), item])).values()].toReversed()

const isEqualSheet = (a: Sheet | undefined, b: Sheet): boolean =>
  a !== undefined && isDeepStrictEqual([a.owner, ...a.items], [b.owner, ...b.items])

/** Ids of subflows and global config nodes that exist with the same content, and are used instead of copies. */
function reusedIds(file: readonly JsonRecord[], existing: readonly JsonRecord[]): Set<string> {
  const [own, there] = [indexFlows(file), indexFlows(existing)]
  const reused = new Set<string>()
  for (const sheet of own.subflows.values())
    if (isEqualSheet(there.subflows.get(sheet.id), sheet))
      for (const item of [sheet.owner, ...sheet.items]) reused.add(idOfItem(item))
  for (const [id, config] of own.configs)
    if (textOf(config['z']) === '' && isDeepStrictEqual(there.configs.get(id), config)) reused.add(id)
  return reused
}

const replaceIds = (value: Json | undefined, ids: ReadonlyMap<string, string>): Json => {
  if (typeof value === 'string') return ids.get(value) ?? value
  if (Array.isArray(value)) return value.map((one) => replaceIds(one, ids))
  if (!isRecord(value)) return value ?? null
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, replaceIds(one, ids)]))
}

/** Fields whose values are ids of nodes, groups, tabs or subflows. */
const idFields = new Set(['id', 'z', 'g', 'wires', 'links', 'nodes', 'scope', 'in', 'out', 'status'])

/** `ids`: new ids by old ones; `configIds`: those of config nodes, which any field may name. */
function withIds(
  item: JsonRecord,
  ids: ReadonlyMap<string, string>,
  configIds: ReadonlyMap<string, string>,
): JsonRecord {
  const type = typeOf(item).replace(/^(subflow:)(.+)$/, (_, start: string, id: string) => start + (ids.get(id) ?? id))
  return Object.fromEntries(
    Object.entries(item).map(([field, value]) => [
      field,
      field === 'type' ? type : replaceIds(value, idFields.has(field) ? ids : configIds),
    ]),
  )
}

/** The global item of a file without its list of packages; null if nothing else is in it, or there is one already. */
function globalItem(item: JsonRecord, hasGlobal: boolean, warnings: Warning[]): JsonRecord | null {
  const { modules: _modules, ...rest } = item
  const names = listOf(item['env']).map((one) => textOf(recordOf(one)['name']))
  if (names.length === 0) return null
  if (!hasGlobal) return rest
  const message = `Global environment variables of the file were not imported: ${names.join(', ')}. Set them in Node-RED.`
  warnings.push({ code: 'global_environment', message })
  return null
}

/** Moves nodes whose tab is not in the file, as in the export of a selection, to a new tab behind the others. */
function ownTab(items: readonly JsonRecord[], options: ImportOptions): JsonRecord[] {
  const owners = new Set(items.filter((item) => ['tab', 'subflow'].includes(typeOf(item))).map(idOfItem))
  const isLost = (item: JsonRecord) => !owners.has(textOf(item['z']))
  if (!items.some((item) => isPlaced(item) && isLost(item))) {
    return items.map((item) => {
      const { z, ...rest } = item
      return z === undefined || owners.has(textOf(z)) ? item : rest
    })
  }
  const id = options.newId()
  const tab = { id, type: 'tab', label: 'Imported flow', disabled: true, info: '', env: [] }
  return [
    ...items.map((item) => {
      const isInside = isPlaced(item) || typeOf(item) === 'group' || (isConfig(item) && textOf(item['z']) !== '')
      return isInside && isLost(item) ? { ...item, z: id } : item
    }),
    tab,
  ]
}

/** The new items for a file. */
export function importedItems(
  file: readonly JsonRecord[],
  existing: readonly JsonRecord[],
  options: ImportOptions,
): Imported {
  const warnings: Warning[] = []
  const unique = withoutRepeats(file)
  const reused = reusedIds(unique, existing)
  const hasGlobal = existing.some(isGlobalConfig)
  const kept = unique
    .filter((item) => !reused.has(idOfItem(item)))
    .map((item) => (isGlobalConfig(item) ? globalItem(item, hasGlobal, warnings) : item))
    .filter((item) => item !== null)
  const complete = ownTab(kept, options)
  const taken = new Set(existing.map(idOfItem))
  const clashes = complete.filter((item) => taken.has(idOfItem(item)))
  const ids = new Map(clashes.map((item) => [idOfItem(item), options.newId()]))
  const configIds = new Map(clashes.filter(isConfig).map((item) => [idOfItem(item), ids.get(idOfItem(item)) ?? '']))
  if (configIds.size > 0) {
    const names = clashes.filter(isConfig).map(nameOf).join(', ')
    const message = `Config nodes got a new id, because theirs is taken: ${names}. Enter their credentials in Node-RED.`
    warnings.push({ code: 'config_copied', message })
  }
  const firstTab = complete.find((item) => typeOf(item) === 'tab')
  const items = complete.map((item): JsonRecord => {
    const changed = ids.size === 0 ? item : withIds(item, ids, configIds)
    if (typeOf(item) !== 'tab') return changed
    // An import must not start anything: in the editor, that is a second step (Deploy).
    const renamed = item === firstTab && options.name !== null ? { ...changed, label: options.name } : changed
    return { ...renamed, disabled: true }
  })
  return { items, tabs: items.filter((item) => typeOf(item) === 'tab').map(idOfItem), warnings }
}
