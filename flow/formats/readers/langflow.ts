/**
 * Langflow: `data.{nodes, edges}`; an export of several flows has a list `flows` of such objects. Source:
 * docs/formats.md, "langflow".
 */
import { emptyFlow, type RawFlow, Warnings } from '#flow/draft.ts'
import { type EdgeFacts, keepValues, type NodeFacts, readDiagram } from '#flow/formats/shared/diagram.ts'
import type { FlowReader } from '#flow/formats/shared/format.ts'
import { without } from '#flow/formats/shared/graph.ts'
import { langflowNode } from '#flow/formats/node-types/langflow-node.ts'
import { onceFor, outputAt } from '#flow/formats/shared/outputs.ts'
import { idOf, isRecord, type Json, type JsonRecord, listOf, numberOf, recordOf, textOf } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'

function nodeFacts(item: JsonRecord): NodeFacts {
  const data = recordOf(item['data'])
  const node = recordOf(data['node'])
  const isNote = item['type'] === 'noteNode' || data['type'] === 'note'
  return {
    mapped: langflowNode(data, isNote),
    name: textOf(node['display_name']) || textOf(data['display_name']) || (isNote ? 'Note' : ''),
    notes: isNote ? '' : ownWords(node),
    parent: idOf(item['parentId']),
  }
}

/** Description of a node if a person edited it; the default is the same for all instances of a component. */
const ownWords = (node: JsonRecord): string => (node['edited'] === true ? textOf(node['description']) : '')

/** Maximum nesting of the JSON of a handle. */
const depth = 20

/** A handle as an object: already parsed in `edge.data`, or JSON text with œ as quotes. */
function handleOf(parsed: Json | undefined, text: Json | undefined): JsonRecord {
  if (isRecord(parsed)) return parsed
  const result = parseJson(textOf(text).replaceAll('œ', '"'), { depth })
  return result.ok ? recordOf(result.value) : {}
}

const outputsOf = onceFor((item) => {
  const data = recordOf(item['data'])
  const outputs = listOf(recordOf(data['node'])['outputs']).filter(isRecord)
  return {
    ports: outputs.map((output) => ({ name: textOf(output['name']), label: textOf(output['display_name']) })),
    isCondition: langflowNode(data, false).type === 'condition',
  }
})

function edgeFacts(edge: JsonRecord, source: JsonRecord): EdgeFacts {
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
  readDiagram({ nodes, edges: listOf(data['edges']), node: nodeFacts, edge: edgeFacts }, flow, warnings)
  keepValues(flow, (item) => textOf(recordOf(item['data'])['type']))
  warnOfGroups(nodes, warnings)
  flow.name = textOf(top['name'])
  flow.description = textOf(top['description'])
  flow.viewport = viewportOf(data['viewport'])
  flow.metadata = {
    source: {
      format: 'langflow',
      ...without(top, new Set(['data', 'name', 'description'])),
      data: without(data, new Set(['nodes', 'edges', 'viewport'])),
    },
  }
  flow.warnings = warnings.all()
  return flow
}

const isOne = (document: Json | undefined): boolean => {
  const data = recordOf(recordOf(document)['data'])
  return Array.isArray(data['nodes']) && Array.isArray(data['edges'])
}

export const isLangflow = (document: JsonRecord): boolean => isOne(document) || listOf(document['flows']).some(isOne)

/** Reads one flow, or all flows of an export of several. */
export const readLangflow: FlowReader = (document) => {
  const top = recordOf(document)
  const flows = isOne(top) ? [top] : listOf(top['flows']).filter(isOne).filter(isRecord)
  return { ok: true, flows: flows.map(readFlow) }
}
