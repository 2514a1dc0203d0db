/**
 * Flowise: chatflows (edges connect a node to the components that it uses), agentflows of both generations (edges are
 * the order of execution), and database dumps (a flow is JSON text in `flowData`). Source: docs/formats.md, "flowise".
 */
import { emptyFlow, type RawFlow, Warnings } from '#flow/draft.ts'
import { type EdgeFields, type NodeFields, readDiagram } from '#flow/formats/shared/diagram.ts'
import { flowiseNode, flowiseOutputs } from '#flow/formats/node-types/flowise-node.ts'
import type { FlowReader } from '#flow/formats/shared/format.ts'
import { firstText, omitKeys } from '#flow/formats/shared/graph.ts'
import { memoizedByRecord, outputAt } from '#flow/formats/shared/outputs.ts'
import { idOf, isRecord, type Json, type JsonRecord, listOf, recordOf, textOf } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'

function readNodeFields(item: JsonRecord): NodeFields {
  const data = recordOf(item['data'])
  return {
    mapped: flowiseNode(data),
    name: textOf(data['label']),
    parent: idOf(item['parentNode']) ?? idOf(item['parentId']),
  }
}

const isCondition = memoizedByRecord((item) => flowiseNode(recordOf(item['data'])).type === 'condition')

/** The input name in "node_0-input-name-Type"; null if the edge ends at the node itself. */
function inputName(edge: JsonRecord): string | null {
  const [, ...rest] = textOf(edge['targetHandle']).split('-input-')
  const name = rest.join('-input-')
  const type = name.lastIndexOf('-')
  return (type === -1 ? name : name.slice(0, type)) || null
}

/** Handles: "node_0-output-name-Type|Type" to "node_0-input-name-Type"; in agentflows "node_0-output-1" to "node_0". */
function readEdgeFields(edge: JsonRecord, source: JsonRecord): EdgeFields {
  const ports = flowiseOutputs(source)
  const given = textOf(edge['sourceHandle'])
  const at = ports.findIndex(({ anchor }) => anchor === given)
  const port = ports[at]
  const leaving: Pick<EdgeFields, 'source_handle' | 'label'> =
    isCondition(source) && port !== undefined ? { source_handle: port.name, label: null } : outputAt(ports, at)
  return { ...leaving, target_handle: inputName(edge) }
}

/** Warns of loop nodes, which name their target as "id-Label" instead of having an edge. */
function warnOfLoops(items: readonly Json[], warnings: Warnings): void {
  for (const item of items) {
    const data = recordOf(recordOf(item)['data'])
    const inputs = recordOf(data['inputs'])
    const back = firstText(inputs, ['loopBackToNode', 'loopToName'])
    if (back === '') continue
    const message = `The loop back to “${back.slice(0, 80)}” has no edge. It is kept in the config but not shown.`
    warnings.add('virtual_wire', message, idOf(recordOf(item)['id']) ?? undefined)
  }
}

function readFlow(top: JsonRecord, more: JsonRecord): RawFlow {
  const flow = emptyFlow()
  const warnings = new Warnings()
  const nodes = listOf(top['nodes'])
  readDiagram({ nodes, edges: listOf(top['edges']), node: readNodeFields, edge: readEdgeFields }, flow, warnings)
  warnOfLoops(nodes, warnings)
  flow.name = firstText(more, ['name', 'title'])
  flow.description = firstText(more, ['description'])
  const rest = omitKeys({ ...more, ...top }, new Set(['nodes', 'edges', 'flowData', 'name', 'description']))
  flow.metadata = { source: { format: 'flowise', ...rest } }
  flow.warnings = warnings.all()
  return flow
}

/** Keys of the lists of flows in a complete export. */
const lists = ['AgentFlow', 'AgentFlowV2', 'ChatFlow']

const storedText = (item: Json | undefined): string => textOf(recordOf(item)['flowData'])

/** Maximum nesting of a stored flow, whose nesting grows by some levels in a template. */
const storedDepth = 50

/** Database rows in a document, which is a single row or has lists of rows. */
function rowsOf(document: Json): JsonRecord[] {
  const top = recordOf(document)
  const rows = storedText(top) === '' ? lists.flatMap((key) => listOf(top[key])) : [top]
  return rows.filter(isRecord).filter((row) => storedText(row).trimStart().startsWith('{'))
}

/** Whether a document is a single flow, recognised by the anchors of its nodes, or has database rows. */
export function isFlowise(document: JsonRecord): boolean {
  const { nodes, edges } = document
  if (!Array.isArray(nodes) || !Array.isArray(edges)) return rowsOf(document).length > 0
  return nodes.some((node) => {
    const data = recordOf(recordOf(node)['data'])
    return 'inputAnchors' in data || 'inputParams' in data
  })
}

/** Reads one flow, or one per row of a complete export. */
export const readFlowise: FlowReader = (document) => {
  const top = recordOf(document)
  if (Array.isArray(top['nodes'])) return { ok: true, flows: [readFlow(top, top)] }
  const flows: RawFlow[] = []
  for (const row of rowsOf(document)) {
    const parsed = parseJson(storedText(row), { depth: storedDepth })
    const stored = parsed.ok ? recordOf(parsed.value) : {}
    if (!Array.isArray(stored['nodes']))
      return { ok: false, code: 'bad-shape', message: 'This looks like Flowise rows, but “flowData” contains no flow.' }
    flows.push(readFlow(stored, row))
  }
  return { ok: true, flows }
}
