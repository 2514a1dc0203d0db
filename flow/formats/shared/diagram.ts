/** Reads canvas dumps, the format of most products: a list of nodes with positions and a list of edges with handles. */
import type { Edge, Node } from '#contract/flow.ts'
import { type Ids, makeNode, type RawFlow, type Warnings } from '#flow/draft.ts'
import { positionOf, readEdges, readNodes, sizeOf, omitKeys } from './graph.ts'
import type { MappedType } from './node-mapping.ts'
import { isStep } from '#flow/node-kind.ts'
import { idOf, isRecord, type Json, type JsonRecord, recordOf } from '#lib/json/json.ts'

/** Node data that each format stores differently; all other fields are read in the same way. */
export interface NodeFields {
  mapped: MappedType
  /** "" = no name; the type is used instead. */
  name: string
  notes?: string
  /** Id of the container in the file. */
  parent?: string | null
  disabled?: boolean
  position?: Node['position']
  /** Set if the file stores the size in an unusual place. */
  size?: Node['size']
}

export type EdgeFields = Pick<Edge, 'source_handle' | 'target_handle' | 'label'>

export interface Diagram {
  nodes: Json[]
  edges: Json[]
  node: (item: JsonRecord) => NodeFields
  /** `source`: the node in the file at which the edge begins. */
  edge: (edge: JsonRecord, source: JsonRecord) => EdgeFields
}

/** Fields that are not kept in `original`: mapped to our node, or editor state. */
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

function readNode(item: JsonRecord, index: number, ids: Ids, fields: NodeFields): Node {
  const { type, config } = fields.mapped
  return makeNode({
    id: ids.assign(idOf(item['id']), `node-${index + 1}`),
    type,
    name: fields.name === '' ? type : fields.name,
    position: fields.position ?? positionOf(item),
    size: fields.size ?? sizeOf(item),
    parent: fields.parent ?? null,
    config: { ...config, original: omitKeys(item, nodeFields) },
    disabled: fields.disabled ?? false,
    notes: fields.notes ?? '',
  })
}

/** Removes the sizes of cards, which are measurements of the other editor; notes and containers keep theirs. */
export function dropCardSizes(nodes: readonly Node[]): void {
  const parents = new Set(nodes.map((node) => node.parent))
  for (const node of nodes) if (isStep(node) && !parents.has(node.id)) node.size = null
}

/** Removes the edge labels of nodes whose edges all begin at the output "out". */
function dropSingleLabels({ edges }: RawFlow): void {
  const parted = new Set(edges.flatMap((edge) => (edge.source_handle === 'out' ? [] : [edge.source])))
  for (const edge of edges) if (!parted.has(edge.source)) edge.label = null
}

/**
 * Restores the original type of transform nodes (text, template) without incoming edges: they are not steps of a run
 * but values for other nodes.
 */
export function keepValues({ nodes, edges }: RawFlow, typeOf: (original: JsonRecord) => string): void {
  const entered = new Set(edges.map(({ target }) => target))
  for (const node of nodes)
    if (node.type === 'transform' && !entered.has(node.id)) node.type = typeOf(recordOf(node.config['original']))
}

/** Reads nodes and edges into the flow, and records changed ids in it. */
export function readDiagram({ nodes, edges, node, edge }: Diagram, flow: RawFlow, warnings: Warnings): void {
  const items = new Map<string, JsonRecord>()
  const { ids, idByFileId } = readNodes(
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
  const edgesWithHandles = edges.map((item): Json => {
    if (!isRecord(item)) return item
    const { source_handle, target_handle, label } = edge(item, items.get(idOf(item['source']) ?? '') ?? {})
    const { id = null, source = null, target = null } = item
    return { id, source, target, source_handle, target_handle, label, original: omitKeys(item, edgeFields) }
  })
  const edgeIds = readEdges(edgesWithHandles, idByFileId, flow, warnings)
  dropSingleLabels(flow)
  flow.changedIds.push(...ids.changed, ...edgeIds.changed)
}
