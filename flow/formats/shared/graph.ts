/** Readers for the common parts of graph formats: positions, edge ends, labels. */
import type { Edge, Node } from '#contract/flow.ts'
import { Ids, type RawFlow, type Warnings } from '#flow/draft.ts'
import { idOf, isRecord, type Json, type JsonRecord, listOf, numberOf, textOf } from '#lib/json/json.ts'

/** The first non-empty text in these fields; "" if there is none. */
export function firstText(record: JsonRecord, keys: readonly string[]): string {
  for (const key of keys) {
    const text = textOf(record[key])
    if (text !== '') return text
  }
  return ''
}

/** The record without these keys. */
export const omitKeys = (record: JsonRecord, keys: ReadonlySet<string>): JsonRecord =>
  Object.fromEntries(Object.entries(record).filter(([key]) => !keys.has(key)))

/** The first id in these fields, each of which may be an id or an object with `id` or `node`. */
export function firstId(record: JsonRecord, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = record[key]
    const id = isRecord(value) ? idOf(value['id'] ?? value['node']) : idOf(value)
    if (id !== null) return id
  }
  return null
}

/** Position: `position` as an object or a pair, `pos`, or top-level `x` and `y`; numbers may be strings. */
export function positionOf(record: JsonRecord): Node['position'] {
  for (const place of [record['position'], record['pos'], record]) {
    const x = numberOf(isRecord(place) ? place['x'] : listOf(place)[0])
    const y = numberOf(isRecord(place) ? place['y'] : listOf(place)[1])
    if (x !== null && y !== null) return { x, y }
  }
  return null
}

/** Size: the first positive width and height of `size`, the top level, `style` and `measured`. */
export function sizeOf(record: JsonRecord): Node['size'] {
  for (const place of [record['size'], record, record['style'], record['measured']]) {
    const width = numberOf(isRecord(place) ? place['width'] : undefined)
    const height = numberOf(isRecord(place) ? place['height'] : undefined)
    if (width !== null && height !== null && width > 0 && height > 0) return { width, height }
  }
  return null
}

/** Items of a list, or of an object keyed by id, whose keys become the ids of items without one. */
export function itemsOf(value: Json | undefined): Json[] {
  if (!isRecord(value)) return listOf(value)
  const items: Json[] = []
  for (const [id, item] of Object.entries(value)) {
    items.push(isRecord(item) && idOf(item['id']) === null ? { ...item, id } : item)
  }
  return items
}

/**
 * Reads nodes into the flow with the format's `readNode`, and maps parents to the new ids. `idByFileId` maps an id of
 * the file to the first node with that id.
 */
export function readNodes(
  items: Json[],
  readNode: (item: JsonRecord, index: number, ids: Ids) => Node,
  flow: RawFlow,
  warnings: Warnings,
): { ids: Ids; idByFileId: Map<string, string> } {
  const ids = new Ids('node')
  const idByFileId = new Map<string, string>()
  for (const [index, item] of items.entries()) {
    if (!isRecord(item)) {
      warnings.add('not_a_node', `Entry ${index + 1} of the nodes is not an object and was removed.`)
      continue
    }
    const node = readNode(item, index, ids)
    const id = idOf(item['id']) ?? node.id
    if (!idByFileId.has(id)) idByFileId.set(id, node.id)
    flow.nodes.push(node)
  }
  for (const node of flow.nodes) if (node.parent !== null) node.parent = idByFileId.get(node.parent) ?? node.parent
  return { ids, idByFileId }
}

const sourceKeys = ['source', 'from', 'sourceNodeId', 'source_id', 'sourceId', 'from_node']
const targetKeys = ['target', 'to', 'targetNodeId', 'target_id', 'targetId', 'to_node']

/** The first text in these fields, possibly empty; null if there is none. */
function textOrNull(record: JsonRecord, keys: readonly string[]): string | null {
  for (const key of keys) {
    const value = record[key]
    if (typeof value === 'string') return value
  }
  return null
}

/** Fields of the file that are mapped to fields of our edge. */
const edgeFields = new Set([
  'id',
  'label',
  'condition',
  'source_handle',
  'sourceHandle',
  'target_handle',
  'targetHandle',
  ...sourceKeys,
  ...targetKeys,
])

/**
 * Reads edges into the flow; `idByFileId` maps an id of the file to the first node with that id. Unknown fields are
 * kept on the edge.
 */
export function readEdges(items: Json[], idByFileId: Map<string, string>, flow: RawFlow, warnings: Warnings): Ids {
  const ids = new Ids('edge')
  for (const [index, item] of items.entries()) {
    if (!isRecord(item)) {
      warnings.add('not_an_edge', `Entry ${index + 1} of the edges is not an object and was removed.`)
      continue
    }
    const from = firstId(item, sourceKeys)
    const to = firstId(item, targetKeys)
    const source = idByFileId.get(from ?? '')
    const target = idByFileId.get(to ?? '')
    if (source === undefined || target === undefined) {
      const missing = (source === undefined ? from : to) ?? ''
      const message = missing === '' ? 'The edge names no source or no target.' : `No node has the id ${missing}.`
      flow.dangling.push({ source: from ?? '', target: to ?? '', message })
      continue
    }
    const sourceHandle = textOrNull(item, ['source_handle', 'sourceHandle'])
    const edge: Edge = {
      ...omitKeys(item, edgeFields),
      id: ids.assign(idOf(item['id']), `${source}:${sourceHandle ?? 'out'}>${target}`),
      source,
      target,
      source_handle: sourceHandle,
      target_handle: textOrNull(item, ['target_handle', 'targetHandle']),
      label: textOrNull(item, ['label']),
      condition: textOrNull(item, ['condition']),
    }
    flow.edges.push(edge)
  }
  return ids
}
