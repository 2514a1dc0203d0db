/**
 * Node-link graphs, the format of D3's force layout and networkx: the ends of `links` are ids or indexes in `nodes`.
 * Source: docs/formats.md, "node-link".
 */
import type { FlowReader } from '#flow/formats/shared/format.ts'
import { firstId } from '#flow/formats/shared/graph.ts'
import { readGeneric } from './generic.ts'
import { idOf, isRecord, type Json, type JsonRecord, listOf, recordOf } from '#lib/json/json.ts'

const isLink = (item: Json): boolean => isRecord(item) && 'source' in item && 'target' in item

export const isNodeLink = ({ nodes, links }: JsonRecord): boolean =>
  Array.isArray(nodes) && Array.isArray(links) && links.length > 0 && links.every(isLink)

/** Id, key or name of a node, to which the ends of links refer unless they are indexes; null if it has none. */
const nodeId = (item: JsonRecord): string | null => idOf(item['id']) ?? idOf(item['key']) ?? idOf(item['name'])

/** Converts the ends to ids, then reads the graph with the generic reader. */
export const readNodeLink: FlowReader = (document, fileName) => {
  const { nodes, links, ...top } = recordOf(document)
  const items = listOf(nodes).filter(isRecord)
  const ids = items.map(nodeId)
  const known = new Set(ids)
  const isByIndex = listOf(links).some((link) => {
    const { source, target } = recordOf(link)
    return [source, target].some((end) => typeof end === 'number' && !known.has(String(end)))
  })
  const idAt = (place: number): string => ids[place] ?? `node-${place + 1}`
  const endOf = (link: JsonRecord, end: string): Json => {
    const value = link[end] ?? null
    return isByIndex && typeof value === 'number' ? idAt(value) : firstId(link, [end])
  }
  const edges = listOf(links).map((item) => {
    const link = recordOf(item)
    return { ...link, source: endOf(link, 'source'), target: endOf(link, 'target') }
  })
  const named = items.map((item, place) => ({ ...item, id: idAt(place) }))
  const read = readGeneric({ ...top, nodes: named, edges }, fileName)
  if (read.ok) for (const flow of read.flows) flow.metadata = { source: { ...top, format: 'node-link' } }
  return read
}
