/**
 * Langflow: `data.{nodes, edges}`; an export of several flows has a list `flows` of such objects. Source:
 * docs/formats.md, "langflow".
 */
import { emptyFlow, type RawFlow, Warnings } from '#flow/draft.ts'
import { type EdgeFields, keepValues, type NodeFields, readDiagram } from '#flow/formats/shared/diagram.ts'
import type { FlowReader } from '#flow/formats/shared/format.ts'
import { omitKeys } from '#flow/formats/shared/graph.ts'
import { langflowNode } from '#flow/formats/node-types/langflow-node.ts'
import { memoizedByRecord, outputAt } from '#flow/formats/shared/outputs.ts'
import { idOf, isRecord, type Json, type JsonRecord, listOf, numberOf, recordOf, textOf } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'

function readNodeFields(item: JsonRecord): NodeFields {
  const data = recordOf(item['data'])
  const node = recordOf(data['node'])
  const isNote = item['type'] === 'noteNode' || data['type'] === 'note'
  return {
    mapped: langflowNode(data, isNote),
    name: textOf(node['display_name']) || textOf(data['display_name']) || (isNote ? 'Note' : ''),
    notes: isNote ? '' : editedDescription(node),
    parent: idOf(item['parentId']),
  }
}

/** Description of a node if a person edited it; the default is the same for all instances of a component. */
const editedDescription = (node: JsonRecord): string => (node['edited'] === true ? textOf(node['description']) : '')

/** Maximum nesting of the JSON of a handle. */
const depth = 20

/** A handle as an object: already parsed in `edge.data`, or JSON text with œ as quotes. */
function handleOf(parsed: Json | undefined, text: Json | undefined): JsonRecord {
  if (isRecord(parsed)) return parsed
  const result = parseJson(textOf(text).replaceAll('œ', '"'), { depth })
  return result.ok ? recordOf(result.value) : {}
}

const outputsOf = memoizedByRecord((item) => {
  const data = recordOf(item['data'])
  const outputs = listOf(recordOf(data['node'])['outputs']).filter(isRecord)
  return {
    ports: outputs.map((output) => ({ name: textOf(output['name']), label: textOf(output['display_name']) })),
    isCondition: langflowNode(data, false).type === 'condition',
  }
})

function readEdgeFields(edge: JsonRecord, source: JsonRecord): EdgeFields {
  const data = recordOf(edge['data'])
  const from = handleOf(data['sourceHandle'], edge['sourceHandle'])
  const to = handleOf(data['targetHandle'], edge['targetHandle'])
  const { ports, isCondition } = outputsOf(source)
  const name = textOf(from['name'])
  // An edge into an output is the return path of a loop.
  const target = textOf(to['fieldName']) || textOf(to['name'])
  const at = ports.findIndex((port) => port.name === name)
  return {
    ...(isCondition && at !== -1 ? { source_handle: name, label: null } : outputAt(ports, at)),
    target_handle: target === '' ? null : target,
  }
}

/** Warns of nodes that contain a flow, which is kept in the node but not drawn. */
function warnOfGroups(items: readonly Json[], warnings: Warnings): void {
  for (const item of items) {
    const node = recordOf(recordOf(recordOf(item)['data'])['node'])
    if (!isRecord(recordOf(node['flow'])['data'])) continue
    const name = textOf(node['display_name'])
    const message = `“${name.slice(0, 80)}” contains other nodes. They are kept but not shown.`
    warnings.add('inner_flow', message, idOf(recordOf(item)['id']) ?? undefined)
  }
}

function viewportOf(value: Json | undefined): RawFlow['viewport'] {
  const { x, y, zoom } = recordOf(value)
  const [left, top, scale] = [numberOf(x), numberOf(y), numberOf(zoom)]
  return left !== null && top !== null && scale !== null && scale > 0 ? { x: left, y: top, zoom: scale } : null
}

function readFlow(top: JsonRecord): RawFlow {
  const flow = emptyFlow()
  const warnings = new Warnings()
  const data = recordOf(top['data'])
  const nodes = listOf(data['nodes'])
  readDiagram({ nodes, edges: listOf(data['edges']), node: readNodeFields, edge: readEdgeFields }, flow, warnings)
  keepValues(flow, (item) => textOf(recordOf(item['data'])['type']))
  warnOfGroups(nodes, warnings)
  flow.name = textOf(top['name'])
  flow.description = textOf(top['description'])
  flow.viewport = viewportOf(data['viewport'])
  flow.metadata = {
    source: {
      format: 'langflow',
      ...omitKeys(top, new Set(['data', 'name', 'description'])),
      data: omitKeys(data, new Set(['nodes', 'edges', 'viewport'])),
    },
  }
  flow.warnings = warnings.all()
  return flow
}

const hasGraph = (document: Json | undefined): boolean => {
  const data = recordOf(recordOf(document)['data'])
  return Array.isArray(data['nodes']) && Array.isArray(data['edges'])
}

export const isLangflow = (document: JsonRecord): boolean =>
  hasGraph(document) || listOf(document['flows']).some(hasGraph)

/** Reads one flow, or all flows of an export of several. */
export const readLangflow: FlowReader = (document) => {
  const top = recordOf(document)
  const flows = hasGraph(top) ? [top] : listOf(top['flows']).filter(hasGraph).filter(isRecord)
  return { ok: true, flows: flows.map(readFlow) }
}
