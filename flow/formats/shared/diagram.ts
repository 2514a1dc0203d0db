/** Files that are a dump of a canvas: a list of nodes with places and a list of edges with handles. Most products have one. */
import type { Edge, Node } from '#contract/flow.ts'
import { type Ids, makeNode, type RawFlow, type Warnings } from '#flow/draft.ts'
import { positionOf, readEdges, readNodes, sizeOf, without } from './graph.ts'
import type { MappedType } from './node-mapping.ts'
import { isStep } from '#flow/node-kind.ts'
import { idOf, isRecord, type Json, type JsonRecord, recordOf } from '#lib/json/json.ts'

/** What a format says of one of its nodes; all else is the same for all of them. */
export interface NodeFacts {
  mapped: MappedType
  /** "" = none: the type then stands in its place. */
  name: string
  notes?: string
  /** Id of the container in the file. */
  parent?: string | null
  disabled?: boolean
  position?: Node['position']
  /** Given where the file's own is not where one would look for it. */
  size?: Node['size']
}

export type EdgeFacts = Pick<Edge, 'source_handle' | 'target_handle' | 'label'>

export interface Diagram {
  nodes: Json[]
  edges: Json[]
  node: (item: JsonRecord) => NodeFacts
  /** `source` is the node of the file at which the edge begins. */
  edge: (edge: JsonRecord, source: JsonRecord) => EdgeFacts
}

/** Fields with a place of their own on our node, and the state of an editor. */
const nodeFields = new Set([
  'id',
  'position',
  'positionAbsolute',
  'parentId',
  'parentNode',
  'selected',
  'dragging',
  'resizing',
])
const edgeFields = new Set(['id', 'source', 'target', 'selected', 'animated', 'style', 'className', 'zIndex', 'label'])

function readNode(item: JsonRecord, index: number, ids: Ids, facts: NodeFacts): Node {
  const { type, config } = facts.mapped
  return makeNode({
    id: ids.take(idOf(item['id']), `node-${index + 1}`),
    type,
    name: facts.name === '' ? type : facts.name,
    position: facts.position ?? positionOf(item),
    size: facts.size ?? sizeOf(item),
    parent: facts.parent ?? null,
    config: { ...config, original: without(item, nodeFields) },
    disabled: facts.disabled ?? false,
    notes: facts.notes ?? '',
  })
}

/** Sizes of cards are what an editor happened to measure; only what holds a text or other nodes keeps its own. */
export function dropCardSizes(nodes: readonly Node[]): void {
  const parents = new Set(nodes.map((node) => node.parent))
  for (const node of nodes) if (isStep(node) && !parents.has(node.id)) node.size = null
}

/** Where all edges of a node leave at its first output there is nothing to tell apart, and its name only takes room. */
function dropLoneLabels({ edges }: RawFlow): void {
  const parted = new Set(edges.flatMap((edge) => (edge.source_handle === 'out' ? [] : [edge.source])))
  for (const edge of edges) if (!parted.has(edge.source)) edge.label = null
}

/**
 * Texts and templates into which nothing flows are values of those that use them, not steps that a run has to come to: they
 * keep the type of the file.
 */
export function keepValues({ nodes, edges }: RawFlow, typeOf: (original: JsonRecord) => string): void {
  const entered = new Set(edges.map(({ target }) => target))
  for (const node of nodes)
    if (node.type === 'transform' && !entered.has(node.id)) node.type = typeOf(recordOf(node.config['original']))
}

/** Reads nodes and edges into the flow; ids that changed are added to it. */
export function readDiagram({ nodes, edges, node, edge }: Diagram, flow: RawFlow, warnings: Warnings): void {
  const items = new Map<string, JsonRecord>()
  const { ids, idsInFile } = readNodes(
    nodes,
    (item, index, taken) => {
      const read = readNode(item, index, taken, node(item))
      items.set(idOf(item['id']) ?? read.id, items.get(idOf(item['id']) ?? read.id) ?? item)
      return read
    },
    flow,
    warnings,
  )
  dropCardSizes(flow.nodes)
  const dressed = edges.map((item): Json => {
    if (!isRecord(item)) return item
    const { source_handle, target_handle, label } = edge(item, items.get(idOf(item['source']) ?? '') ?? {})
    const { id = null, source = null, target = null } = item
    return { id, source, target, source_handle, target_handle, label, original: without(item, edgeFields) }
  })
  const edgeIds = readEdges(dressed, idsInFile, flow, warnings)
  dropLoneLabels(flow)
  flow.changedIds.push(...ids.changed, ...edgeIds.changed)
}
