/** Nodes and edges in the forms of other services: lists or objects by id, ends and positions in many forms. Pure. */
import type { FieldsNoun } from './fields/fields.ts'
import { Ids } from '#flow/draft.ts'
import { itemsOf, positionOf, sizeOf } from '#flow/formats/shared/graph.ts'
import { nodeKinds } from '#flow/node-kind-list.ts'
import { isRecord, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import type { DialectFindingList } from './findings.ts'
import { fold } from './values/fold.ts'
import { listIn } from './lists-within.ts'
import { parsedText } from './values/contract-value.ts'
import { specsOf } from './fields/spec.ts'

/** Names under which a node has its position, folded. */
const positionNames = ['position', 'pos', 'coordinates', 'coords', 'location', 'xy']
const coordinateNames = [
  ['x', 'y'],
  ['posx', 'posy'],
  ['positionx', 'positiony'],
  ['left', 'top'],
] as const
/** Names of a size that `sizeOf` of the file readers does not read. */
const sizeNames = ['dimensions', 'dimension', 'bounds']
/** Objects of a node that may contain its position. */
const layoutContainers = ['ui', 'layout', 'view', 'display', 'graphics', 'meta', 'metadata']
/** All names under which a node has its position or size. */
export const layoutNames = new Set([
  ...positionNames,
  ...coordinateNames.flat(),
  ...sizeNames,
  'size',
  'width',
  'height',
  'measured',
  'style',
])

/** Reads an object by the table of fields. */
interface Reader {
  readonly findings: DialectFindingList
  plain(noun: FieldsNoun, raw: JsonRecord): JsonRecord
  inner(
    noun: FieldsNoun,
    raw: JsonRecord,
    context: { currency: string; shownCurrency: string; path: string },
  ): JsonRecord
  unknownOf(noun: FieldsNoun, raw: JsonRecord, path: string): readonly string[]
}

/** The fields that hold a position or size, by folded name. */
function layoutFields(record: JsonRecord): ReadonlyMap<string, Json> {
  const fields = new Map<string, Json>()
  for (const key of Object.keys(record)) {
    const name = fold(key)
    if (layoutNames.has(name)) fields.set(name, record[key] ?? null)
  }
  return fields
}

function pairOf(fields: ReadonlyMap<string, Json>): JsonRecord | null {
  const names = coordinateNames.find(([x, y]) => fields.has(x) && fields.has(y))
  return names === undefined ? null : { x: fields.get(names[0]) ?? null, y: fields.get(names[1]) ?? null }
}

/** "120, 80" as two numbers. */
const ofText = (value: Json | undefined): Json | undefined =>
  typeof value === 'string'
    ? value.split(/[\s,;]+/).slice(0, 2)
    : isRecord(value)
      ? (pairOf(layoutFields(value)) ?? undefined)
      : value

/** The position of a node; undefined if it is absent or unreadable. */
export function positionIn(item: JsonRecord): Json | undefined {
  const fields = layoutFields(item)
  for (const name of positionNames) {
    if (!fields.has(name)) continue
    const position = positionOf({ position: ofText(fields.get(name)) ?? null })
    if (position !== null) return position
  }
  const coordinates = pairOf(fields)
  const ownPosition = coordinates === null ? null : positionOf({ position: coordinates })
  if (ownPosition !== null) return ownPosition
  for (const name of layoutContainers) {
    const inner = item[name]
    const position = isRecord(inner) ? positionIn(inner) : undefined
    if (position !== undefined) return position
  }
  return undefined
}

/** The size of a drawn node; undefined if it is absent. */
export function sizeIn(item: JsonRecord): Json | undefined {
  const fields = layoutFields(item)
  const name = sizeNames.find((one) => fields.has(one))
  return sizeOf(name === undefined ? item : { size: fields.get(name) ?? null }) ?? undefined
}

/** Names for the ends of an edge, which distinguish edges from `links` that are URLs. */
const endNames = new Set(
  specsOf('edge').flatMap(({ kind, field, names }) => (kind === 'end' ? [field, ...names].map(fold) : [])),
)
const hasEnd = (item: JsonRecord): boolean => Object.keys(item).some((key) => endNames.has(fold(key)))

/** The entries that are objects; a pair counts as an edge. Undefined if the value contains no nodes or edges. */
function itemsIn(reader: Reader, value: Json, what: 'nodes' | 'edges'): JsonRecord[] | undefined {
  const parsed = parsedText(value) ?? null
  const items = Array.isArray(parsed) ? parsed : isRecord(parsed) ? (listIn(parsed) ?? itemsOf(parsed)) : null
  if (items === null) return undefined
  const records = items
    .map((item): Json =>
      what === 'edges' && Array.isArray(item) ? { source: item[0] ?? null, target: item[1] ?? null } : item,
    )
    .filter(isRecord)
    .map((item) => reader.plain(what === 'edges' ? 'edge' : 'node', item))
  const others = items.length - records.length
  const isOther = records.length === 0 || (what === 'edges' && !records.some(hasEnd))
  if (items.length > 0 && isOther) return undefined
  if (others > 0)
    reader.findings.note(
      `${what}: ${others} ${others === 1 ? 'entry is not an object' : 'entries are not objects'} and cannot be shown.`,
    )
  return records
}

/** Keeps the fields of a node or edge that are not in the contract, which allows them. */
function withUnknownFields(reader: Reader, noun: 'node' | 'edge', item: JsonRecord, path: string): JsonRecord {
  const row = reader.inner(noun, item, { currency: '', shownCurrency: '', path })
  const rest = reader.unknownOf(noun, item, path)
  return { ...Object.fromEntries(rest.map((key) => [key, item[key] ?? null])), ...row }
}

/** Sets empty fields to null, the contract's only value for "none" in these fields. */
function emptyToNull(row: JsonRecord, fields: readonly string[]): void {
  for (const field of fields) if (row[field] === '') row[field] = null
}

function noteChangedIds(ids: Ids, what: string, findings: DialectFindingList): void {
  const [first] = ids.changed
  if (first) findings.note(`${what}: duplicate ids were given a suffix (${ids.changed.length}, such as ${first.from}).`)
}

export function readServiceNodes(reader: Reader, value: Json, path: string): Json[] | undefined {
  const items = itemsIn(reader, value, 'nodes')
  const ids = new Ids('node')
  const nodes = items?.map((item, index) => {
    const node = withUnknownFields(reader, 'node', item, `${path}node.`)
    node['id'] = ids.assign(textOf(node['id']) || null, `node-${index + 1}`)
    if (node['name'] === '') node['name'] = node['id']
    const type = textOf(node['type'])
    node['type'] = nodeKinds.find((kind) => fold(kind) === fold(type)) ?? type
    emptyToNull(node, ['position', 'size'])
    return node
  })
  noteChangedIds(ids, 'nodes', reader.findings)
  return nodes
}

/** Keeps edges whose ends are not among the nodes: the flow's check reports them. */
export function readServiceEdges(reader: Reader, value: Json, path: string): Json[] | undefined {
  const items = itemsIn(reader, value, 'edges')
  const ids = new Ids('edge')
  const edges = items?.map((item) => {
    const edge = withUnknownFields(reader, 'edge', item, `${path}edge.`)
    emptyToNull(edge, ['source_handle', 'target_handle', 'label', 'condition'])
    const generatedId = `${textOf(edge['source'])}:${textOf(edge['source_handle']) || 'out'}>${textOf(edge['target'])}`
    edge['id'] = ids.assign(textOf(edge['id']) || null, generatedId)
    return edge
  })
  noteChangedIds(ids, 'edges', reader.findings)
  return edges
}
