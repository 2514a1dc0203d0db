/** n8n workflow files: `{nodes, connections}`. Source: docs/formats.md, "n8n". */
import type { Edge, Node } from '#contract/flow.ts'
import { emptyFlow, Ids, makeNode, type RawFlow, Warnings } from '#flow/draft.ts'
import { type FlowReader } from '#flow/formats/shared/format.ts'
import { mapN8nNode } from '#flow/formats/node-types/n8n-node.ts'
import { idOf, isRecord, type Json, type JsonRecord, listOf, numberOf, recordOf, textOf } from '#lib/json/json.ts'

/** n8n's default size of a note. */
const noteSize = { width: 240, height: 160 }

/** A node with the names of its `main` outputs. */
interface NodeWithOutputs {
  node: Node
  outputs: string[]
}

function positionOf(value: Json | undefined): Node['position'] {
  const [x, y] = listOf(value).map(numberOf)
  return x != null && y != null ? { x, y } : null
}

function sizeOf(type: string, parameters: JsonRecord): Node['size'] {
  if (type !== 'note') return null
  return {
    width: numberOf(parameters['width']) ?? noteSize.width,
    height: numberOf(parameters['height']) ?? noteSize.height,
  }
}

/**
 * The original node without id, name, a position that was read, and `webhookId`, which reveals an address and is
 * meaningless outside its instance.
 */
function originalOf(source: JsonRecord, positionRead: boolean): JsonRecord {
  const left = new Set(['id', 'name', 'webhookId', ...(positionRead ? ['position'] : [])])
  return Object.fromEntries(Object.entries(source).filter(([key]) => !left.has(key)))
}

function readNode(source: JsonRecord, index: number, ids: Ids): NodeWithOutputs {
  const type = textOf(source['type'])
  const name = textOf(source['name'])
  const mapped = mapN8nNode(type, source)
  const position = positionOf(source['position'])
  const node = makeNode({
    id: ids.assign(idOf(source['id']), name === '' ? `node-${index + 1}` : name),
    type: mapped.type,
    name: name === '' ? type : name,
    position,
    size: sizeOf(mapped.type, recordOf(source['parameters'])),
    config: { ...mapped.config, original: originalOf(source, position !== null) },
    disabled: source['disabled'] === true,
    notes: textOf(source['notes']),
  })
  return { node, outputs: mapped.outputs }
}

/** Handle of an output: "true", "error" or "out" if it is known, else n8n's own "main:2" or "ai_tool". */
const sourceHandle = (outputs: string[], kind: string, output: number): string =>
  kind === 'main' ? (outputs[output] ?? `main:${output}`) : output === 0 ? kind : `${kind}:${output}`

const targetHandle = (kind: string, input: number): string | null =>
  kind === 'main' ? (input === 0 ? null : `main:${input}`) : input === 0 ? kind : `${kind}:${input}`

/** One entry of `connections`, flattened. `input`: index of the input at the target. */
interface Connection {
  source: string
  kind: string
  output: number
  target: string
  input: number
}

function* connectionsOf(connections: JsonRecord): Generator<Connection> {
  const ports = Object.entries(connections).flatMap(([source, kinds]) =>
    Object.entries(recordOf(kinds)).map(([kind, outputs]) => ({ source, kind, outputs: listOf(outputs) })),
  )
  for (const { source, kind, outputs } of ports) {
    for (const [output, entries] of outputs.entries()) {
      // An output may be null or empty; it still counts in the numbering.
      for (const entry of listOf(entries).filter(isRecord)) {
        yield { source, kind, output, target: textOf(entry['node']), input: numberOf(entry['index']) ?? 0 }
      }
    }
  }
}

function readEdges(connections: JsonRecord, byName: Map<string, NodeWithOutputs>, flow: RawFlow): Ids {
  const ids = new Ids('edge')
  for (const { source, kind, output, target, input } of connectionsOf(connections)) {
    const from = byName.get(source)
    const to = byName.get(target)
    if (!from || !to) {
      const missing = from ? target : source
      flow.dangling.push({ source, target, message: `No node is named “${missing}”.` })
      continue
    }
    const handle = sourceHandle(from.outputs, kind, output)
    const edge: Edge = {
      id: ids.assign(null, `${from.node.id}:${handle}>${to.node.id}`),
      source: from.node.id,
      target: to.node.id,
      source_handle: handle,
      target_handle: targetHandle(kind, input),
      label: kind === 'main' && handle !== 'out' ? labelOf(from.node, handle) : null,
      condition: null,
    }
    flow.edges.push(edge)
  }
  return ids
}

/** The user-defined name of a case, or the handle. */
function labelOf(node: Node, handle: string): string {
  const found = listOf(node.config['cases']).find((item) => recordOf(item)['id'] === handle)
  const label = textOf(recordOf(found)['label'])
  return label === '' ? handle : label
}

/** Top-level fields of the file, except name and graph. */
const sourceOf = (document: JsonRecord): JsonRecord => ({
  format: 'n8n',
  ...Object.fromEntries(Object.entries(document).filter(([key]) => !['name', 'nodes', 'connections'].includes(key))),
})

const isWorkflow = (document: Json): boolean =>
  isRecord(document) && Array.isArray(document['nodes']) && isRecord(document['connections'])

/** One workflow, or a list as exported by the command line. */
export const isN8n = (document: Json): boolean =>
  Array.isArray(document) ? document.length > 0 && document.every(isWorkflow) : isWorkflow(document)

/** One flow per workflow. */
export const readN8n: FlowReader = (document) => ({
  ok: true,
  flows: (Array.isArray(document) ? document : [document]).map((one) => readWorkflow(recordOf(one))),
})

/** Reads one workflow. Connections refer to nodes by name; if two nodes share a name, the first is connected. */
function readWorkflow(top: JsonRecord): RawFlow {
  const flow = emptyFlow()
  const warnings = new Warnings()
  const ids = new Ids('node')
  const byName = new Map<string, NodeWithOutputs>()
  const originalIds = new Set<string>()
  for (const [index, source] of listOf(top['nodes']).entries()) {
    if (!isRecord(source)) {
      warnings.add('not_a_node', `Entry ${index + 1} of the nodes is not an object and was removed.`)
      continue
    }
    const nodeWithOutputs = readNode(source, index, ids)
    flow.nodes.push(nodeWithOutputs.node)
    const name = textOf(source['name'])
    const id = idOf(source['id'])
    if (id !== null) originalIds.add(id)
    const before = byName.get(name)?.node
    const isNote = nodeWithOutputs.node.type === 'note'
    // Connections lead to steps, not to notes.
    if (before === undefined || (before.type === 'note' && !isNote)) byName.set(name, nodeWithOutputs)
    else if (!isNote && name !== '')
      warnings.add(
        'duplicate_name',
        `Two nodes are named “${name.slice(0, 80)}”. Connections belong to the first.`,
        nodeWithOutputs.node.id,
      )
    if ('webhookId' in source)
      warnings.add(
        'webhook_id_removed',
        'The webhook URL was removed because it belongs to the original service.',
        nodeWithOutputs.node.id,
      )
  }
  const connections = recordOf(top['connections'])
  const edgeIds = readEdges(connections, byName, flow)
  if (Object.keys(connections).some((key) => !byName.has(key) && originalIds.has(key))) {
    warnings.add('connections_by_id', 'The connections use ids instead of node names, so they connect nothing.')
  }
  flow.name = textOf(top['name'])
  flow.description = textOf(top['description'])
  flow.metadata = { source: sourceOf(top) }
  flow.changedIds = [...ids.changed, ...edgeIds.changed]
  flow.warnings = warnings.all()
  return flow
}
