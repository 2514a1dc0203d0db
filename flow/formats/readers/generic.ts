/**
 * Any file of `{nodes, edges}`: dumps of React Flow and products based on it. Source: docs/formats.md, "generic"; field
 * names as in docs/dialects.md, "What is understood".
 */
import type { Node } from '#contract/flow.ts'
import { emptyFlow, type Ids, makeNode, Warnings } from '#flow/draft.ts'
import { dropCardSizes } from '#flow/formats/shared/diagram.ts'
import type { FlowReader } from '#flow/formats/shared/format.ts'
import { firstText, itemsOf, positionOf, readEdges, readNodes, sizeOf } from '#flow/formats/shared/graph.ts'
import { noType } from '#flow/node-kind.ts'
import { idOf, isRecord, type JsonRecord, recordOf, textOf } from '#lib/json/json.ts'

/** React Flow's built-in node types, which do not describe the purpose of a node. */
const styleTypes = new Set(['default', 'input', 'output', 'custom'])
/** Keys that may contain the config of a node; the first whose value is an object is used. */
const valueKeys = ['config', 'data', 'parameters', 'params', 'inputs']
const nameKeys = ['name', 'label', 'title', 'display_name', 'displayName']
/** Fields that are mapped to our node; `selected` and similar are editor state. */
const nodeFields = new Set([
  'id',
  'type',
  'position',
  'positionAbsolute',
  'pos',
  'x',
  'y',
  'width',
  'height',
  'measured',
  'size',
  'parent',
  'parentId',
  'parentNode',
  'disabled',
  'notes',
  'selected',
  'dragging',
  'tool',
  ...nameKeys,
  ...valueKeys,
])

function typeOf(item: JsonRecord, values: JsonRecord): string {
  const own = textOf(item['type'])
  const inner = firstText(values, ['type', 'kind'])
  if (own === '' || styleTypes.has(own)) return inner === '' ? (own === '' ? noType : own) : inner
  return own
}

function readNode(item: JsonRecord, index: number, ids: Ids): Node {
  const valueKey = valueKeys.find((key) => isRecord(item[key]))
  const values = recordOf(valueKey === undefined ? undefined : item[valueKey])
  const rest = Object.fromEntries(Object.entries(item).filter(([key]) => !nodeFields.has(key)))
  const id = ids.assign(idOf(item['id']), `node-${index + 1}`)
  const name = firstText(item, nameKeys) || firstText(values, nameKeys)
  // The values of the other keys are kept in the config.
  const others = Object.fromEntries(
    valueKeys.filter((key) => key !== valueKey && key in item).map((key) => [key, item[key] ?? null]),
  )
  const node = makeNode({
    id,
    type: typeOf(item, values),
    name: name === '' ? id : name,
    position: positionOf(item),
    size: sizeOf(item),
    parent: idOf(item['parent']) ?? idOf(item['parentId']) ?? idOf(item['parentNode']),
    tool: idOf(item['tool']),
    config: { ...values, ...others },
    disabled: item['disabled'] === true || values['disabled'] === true,
    notes: textOf(item['notes']),
  })
  return { ...rest, ...node }
}

/** One flow per file. `nodes` may be a list or an object of id → node. */
export const readGeneric: FlowReader = (document) => {
  const top = recordOf(document)
  const flow = emptyFlow()
  const warnings = new Warnings()
  const { ids, idByFileId } = readNodes(itemsOf(top['nodes']), readNode, flow, warnings)
  dropCardSizes(flow.nodes)
  const edgeIds = readEdges(itemsOf(top['edges']), idByFileId, flow, warnings)
  const { nodes: _nodes, edges: _edges, name: _name, description: _description, ...rest } = top
  flow.name = firstText(top, nameKeys)
  flow.description = textOf(top['description'])
  flow.metadata = { source: { format: 'generic', ...rest } }
  flow.changedIds = [...ids.changed, ...edgeIds.changed]
  flow.warnings = warnings.all()
  return { ok: true, flows: [flow] }
}
