/** Nodes and edges as services store them: lists or objects by id, ends and places in many forms. Pure. */
import type { FieldsNoun } from './fields.ts'
import { Ids } from '#flow/draft.ts'
import { itemsOf, positionOf, sizeOf } from '#flow/formats/graph.ts'
import { nodeKinds } from '#flow/node-kind.ts'
import { isRecord, textOf, type Json, type JsonRecord } from '#lib/json.ts'
import type { FindingList } from './findings.ts'
import { drawnNames, looseNames, placeNames, sizeNames } from './place-names.ts'
import { fold } from './names.ts'

/** What reads an object by the table. */
interface Reader {
  readonly findings: FindingList
  inner(noun: FieldsNoun, raw: JsonRecord, around: { currency: string; path: string }): JsonRecord
  unknownOf(noun: FieldsNoun, raw: JsonRecord, path: string): readonly string[]
}

/** The fields that say a place, by folded name. */
function drawnFields(record: JsonRecord): ReadonlyMap<string, Json> {
  const drawn = new Map<string, Json>()
  for (const key of Object.keys(record)) {
    const name = fold(key)
    if (drawnNames.has(name)) drawn.set(name, record[key] ?? null)
  }
  return drawn
}

function pairOf(drawn: ReadonlyMap<string, Json>): JsonRecord | null {
  const names = looseNames.find(([x, y]) => drawn.has(x) && drawn.has(y))
  return names === undefined ? null : { x: drawn.get(names[0]) ?? null, y: drawn.get(names[1]) ?? null }
}

/** "120, 80" as two numbers. */
const ofText = (value: Json | undefined): Json | undefined =>
  typeof value === 'string'
    ? value.split(/[\s,;]+/).slice(0, 2)
    : isRecord(value)
      ? (pairOf(drawnFields(value)) ?? undefined)
      : value

/** Where a node stands; undefined where that is not said, or cannot be read. */
export function placeOf(item: JsonRecord): Json | undefined {
  const drawn = drawnFields(item)
  for (const name of placeNames) {
    if (!drawn.has(name)) continue
    const place = positionOf({ position: ofText(drawn.get(name)) ?? null })
    if (place !== null) return place
  }
  const beside = pairOf(drawn)
  return (
    (beside === null ? null : positionOf({ position: beside })) ??
    (isRecord(item['ui']) ? placeOf(item['ui']) : undefined)
  )
}

/** How large a node is drawn; undefined where that is not said. */
export function sizeIn(item: JsonRecord): Json | undefined {
  const drawn = drawnFields(item)
  const name = sizeNames.find((one) => drawn.has(one))
  return sizeOf(name === undefined ? item : { size: drawn.get(name) ?? null }) ?? undefined
}

/** The entries that are objects; a pair is an edge. */
function itemsIn(value: Json, what: string, findings: FindingList): JsonRecord[] | undefined {
  if (!Array.isArray(value) && !isRecord(value)) return undefined
  const items = itemsOf(value).map((item): Json =>
    what === 'edges' && Array.isArray(item) ? { source: item[0] ?? null, target: item[1] ?? null } : item,
  )
  const records = items.filter(isRecord)
  const others = items.length - records.length
  if (others > 0)
    findings.note(`${what}: ${others} ${others === 1 ? 'entry is' : 'entries are'} no object and cannot be shown.`)
  return records
}

/** The fields that are not the contract's stay on a node or edge, as the contract allows. */
function withRest(reader: Reader, noun: 'node' | 'edge', item: JsonRecord, path: string): JsonRecord {
  const row = reader.inner(noun, item, { currency: '', path })
  const rest = reader.unknownOf(noun, item, path)
  return { ...Object.fromEntries(rest.map((key) => [key, item[key] ?? null])), ...row }
}

/** What the contract allows to be null has no other way to say "none". */
function orNull(row: JsonRecord, fields: readonly string[]): void {
  for (const field of fields) if (row[field] === '') row[field] = null
}

function tellChanged(ids: Ids, what: string, findings: FindingList): void {
  const [first] = ids.changed
  if (first)
    findings.note(
      `${what}: ${ids.changed.length} ids stand more than once, such as ${first.from}; the later ones got a mark.`,
    )
}

export function readNodes(reader: Reader, value: Json, path: string): Json[] | undefined {
  const items = itemsIn(value, 'nodes', reader.findings)
  const ids = new Ids('node')
  const nodes = items?.map((item, index) => {
    const node = withRest(reader, 'node', item, `${path}node.`)
    node['id'] = ids.take(textOf(node['id']) || null, `node-${index + 1}`)
    if (node['name'] === '') node['name'] = node['id']
    const type = textOf(node['type'])
    node['type'] = nodeKinds.find((kind) => fold(kind) === fold(type)) ?? type
    orNull(node, ['position', 'size'])
    return node
  })
  tellChanged(ids, 'nodes', reader.findings)
  return nodes
}

/** Edges whose ends are not among the nodes are kept: what checks the flow says so. */
export function readEdges(reader: Reader, value: Json, path: string): Json[] | undefined {
  const items = itemsIn(value, 'edges', reader.findings)
  const ids = new Ids('edge')
  const edges = items?.map((item) => {
    const edge = withRest(reader, 'edge', item, `${path}edge.`)
    orNull(edge, ['source_handle', 'target_handle', 'label', 'condition'])
    const made = `${textOf(edge['source'])}:${textOf(edge['source_handle']) || 'out'}>${textOf(edge['target'])}`
    edge['id'] = ids.take(textOf(edge['id']) || null, made)
    return edge
  })
  tellChanged(ids, 'edges', reader.findings)
  return edges
}
