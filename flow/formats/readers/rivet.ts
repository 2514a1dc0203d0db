/**
 * Rivet projects and graphs (YAML): each graph is a flow; edges are strings in their source node. Source:
 * docs/formats.md, "rivet".
 */
import { emptyFlow, type RawFlow, Warnings } from '#flow/draft.ts'
import { type EdgeFields, keepValues, type NodeFields, readDiagram } from '#flow/formats/shared/diagram.ts'
import type { FlowReader } from '#flow/formats/shared/format.ts'
import { omitKeys } from '#flow/formats/shared/graph.ts'
import { memoizedByRecord } from '#flow/formats/shared/outputs.ts'
import { rivetNode } from '#flow/formats/node-types/rivet-node.ts'
import { idOf, isRecord, type Json, type JsonRecord, listOf, numberOf, recordOf, textOf } from '#lib/json/json.ts'

/** Key of a node: `[id]:type "Title"`. The title may contain any characters, including line breaks. */
const keyPattern = /^\[([^\]]+)\]:(\S+)(?:\s+"([\s\S]*)")?$/

/** Adds id, type and title from the key to a node; before version 4, the node itself has them. */
function itemOf([key, value]: [string, Json]): Json {
  if (!isRecord(value)) return value
  const [, id, type = '', title = ''] = keyPattern.exec(key) ?? []
  return id === undefined ? { ...value, id: idOf(value['id']) ?? key } : { ...value, id, type, title }
}

const itemsOf = (nodes: Json | undefined): Json[] =>
  isRecord(nodes) ? Object.entries(nodes).map(itemOf) : listOf(nodes)

/** Parses `x/y/width/zIndex/border/ground`, whose parts may be empty or "null"; before version 3, an object. */
function positionOf(value: Json | undefined): {
  x: number | null
  y: number | null
  width: number | null
  ground: string
} {
  if (isRecord(value)) {
    const { x, y, width, color } = value
    return { x: numberOf(x), y: numberOf(y), width: numberOf(width), ground: textOf(recordOf(color)['bg']) }
  }
  const [x, y, width, , , ground = ''] = textOf(value).split('/')
  return { x: numberOf(x), y: numberOf(y), width: numberOf(width), ground }
}

/** Rivet's default height of a comment. */
const noteHeight = 120

function readNodeFields(item: JsonRecord): NodeFields {
  const { x, y, width, ground } = positionOf(item['visualData'])
  const mapped = rivetNode(item)
  const height = numberOf(recordOf(item['data'])['height']) ?? noteHeight
  const colour: JsonRecord = ground === '' || ground === 'null' ? {} : { colour: ground }
  return {
    mapped: mapped.type === 'note' ? { ...mapped, config: { ...mapped.config, ...colour } } : mapped,
    name: textOf(item['title']),
    notes: textOf(item['description']),
    disabled: item['disabled'] === true,
    position: x !== null && y !== null ? { x, y } : null,
    size: mapped.type === 'note' && width !== null && width > 0 ? { width, height } : null,
  }
}

/** Maximum number of slashes that are tried in a connection, starting at the end: port names may contain slashes. */
const maxSlashes = 20

/**
 * Parses `port->"Title" target/port`, possibly folded over several lines. The title may contain arrows, quotes and
 * spaces, the port name spaces and slashes, so the target is the last word before a slash that is a node id; if there
 * is none, the word before the last slash.
 */
function parseLink(text: string, source: Json, isId: (word: string) => boolean): JsonRecord | null {
  const arrow = text.indexOf('->')
  const last = text.lastIndexOf('/')
  if (arrow === -1 || last === -1) return null
  const linkAt = (stroke: number): JsonRecord => ({
    source,
    output: text.slice(0, arrow).trim(),
    target: wordBefore(text, stroke),
    input: text.slice(stroke + 1).trim(),
  })
  for (let stroke = last, tried = 0; stroke > arrow && tried < maxSlashes; tried += 1) {
    if (isId(wordBefore(text, stroke))) return linkAt(stroke)
    stroke = text.lastIndexOf('/', stroke - 1)
  }
  return linkAt(last)
}

function wordBefore(text: string, end: number): string {
  let begin = end
  while (begin > 0 && !/\s/.test(text.charAt(begin - 1))) begin -= 1
  return text.slice(begin, end)
}

/** Links of a graph: in its nodes, or in older files a list. */
function linksOf(graph: JsonRecord, items: readonly Json[], warnings: Warnings): Json[] {
  const links: Json[] = listOf(graph['connections'])
    .filter(isRecord)
    .map(({ outputNodeId, outputId, inputNodeId, inputId }) => ({
      source: outputNodeId ?? null,
      output: outputId ?? null,
      target: inputNodeId ?? null,
      input: inputId ?? null,
    }))
  const known = new Set(items.filter(isRecord).map((item) => idOf(item['id'])))
  for (const item of items.filter(isRecord))
    for (const entry of listOf(item['outgoingConnections'])) {
      const link = typeof entry === 'string' ? parseLink(entry, item['id'] ?? null, (word) => known.has(word)) : null
      if (link !== null) links.push(link)
      else warnings.add('not_an_edge', 'A connection does not have the form “port->"Title" id/port” and was removed.')
    }
  return links
}

/** Names of ports that become "out" although the node uses several. */
const mainOutputs = new Set(['output', 'response', 'data', 'value'])

const branchesOf = memoizedByRecord((item) => rivetNode(item).outputs)

/** Edge facts. Edges of a node that uses only one output port leave by "out", without a label. */
function edgeFieldsReader(links: readonly Json[]): (link: JsonRecord, source: JsonRecord) => EdgeFields {
  const ports = new Map<string, Set<string>>()
  for (const link of links) {
    const { source, output } = recordOf(link)
    const key = idOf(source) ?? ''
    ports.set(key, (ports.get(key) ?? new Set()).add(textOf(output)))
  }
  return (link, source) => {
    const port = textOf(link['output'])
    const target_handle = textOf(link['input']) || null
    const branch = branchesOf(source)?.get(port)
    if (branch !== undefined) return { source_handle: branch, target_handle, label: null }
    if ((ports.get(idOf(link['source']) ?? '')?.size ?? 0) <= 1)
      return { source_handle: 'out', target_handle, label: null }
    return { source_handle: mainOutputs.has(port) ? 'out' : port, target_handle, label: port }
  }
}

function readGraph(graph: JsonRecord, more: JsonRecord): RawFlow {
  const flow = emptyFlow()
  const warnings = new Warnings()
  const nodes = itemsOf(graph['nodes'])
  const edges = linksOf(graph, nodes, warnings)
  const bare = nodes.map((item) => (isRecord(item) ? omitKeys(item, new Set(['outgoingConnections'])) : item))
  readDiagram({ nodes: bare, edges, node: readNodeFields, edge: edgeFieldsReader(edges) }, flow, warnings)
  keepValues(flow, (item) => textOf(item['type']))
  const { name, description, ...metadata } = recordOf(graph['metadata'])
  flow.name = textOf(name)
  flow.description = textOf(description)
  const rest = omitKeys(graph, new Set(['metadata', 'nodes', 'connections']))
  flow.metadata = { source: { format: 'rivet', ...rest, ...more, graph: metadata } }
  flow.warnings = warnings.all()
  return flow
}

/** Replaces the ids of subgraphs in subflow nodes with their names. */
function nameSubgraphs(flows: readonly RawFlow[], graphs: JsonRecord): void {
  for (const { nodes } of flows)
    for (const node of nodes) {
      if (node.type !== 'subflow') continue
      const graph = recordOf(graphs[textOf(node.config['flow'])])
      const name = textOf(recordOf(graph['metadata'])['name'])
      if (name !== '') node.config = { ...node.config, flow: name }
    }
}

export const isRivet = ({ version, data }: JsonRecord): boolean => {
  const { graphs, nodes } = recordOf(data)
  return Number.isInteger(version) && (isRecord(graphs) || isRecord(nodes) || (Array.isArray(nodes) && version !== 4))
}

/** Reads one flow per graph that has nodes. */
export const readRivet: FlowReader = (document) => {
  const top = recordOf(document)
  const data = recordOf(top['data'])
  const graphs = recordOf(data['graphs'])
  const list = isRecord(data['graphs']) ? Object.values(graphs).filter(isRecord) : [data]
  const full = list.filter((graph) => itemsOf(graph['nodes']).length > 0)
  if (full.length === 0) return { ok: false, code: 'no-graph', message: 'This Rivet file has graphs but no nodes.' }
  const project: JsonRecord = isRecord(data['graphs'])
    ? { version: top['version'] ?? null, project: omitKeys(data, new Set(['graphs'])) }
    : {}
  // Project data is added to the first flow.
  const flows = full.map((graph, index) => readGraph(graph, index === 0 ? project : {}))
  nameSubgraphs(flows, graphs)
  return { ok: true, flows }
}
