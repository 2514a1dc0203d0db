/** Dify apps (YAML): `workflow.graph.{nodes, edges}`. Source: docs/formats.md, "dify". */
import type { Variable } from '#contract/flow.ts'
import { emptyFlow, type RawFlow, Warnings } from '#flow/draft.ts'
import { readDiagram, type EdgeFields, type NodeFields } from '#flow/formats/shared/diagram.ts'
import { difyNode } from '#flow/formats/node-types/dify-node.ts'
import type { FlowReader } from '#flow/formats/shared/format.ts'
import { sizeOf, omitKeys } from '#flow/formats/shared/graph.ts'
import { lexicalText } from '#flow/formats/shared/rich-text.ts'
import { idOf, isRecord, type Json, type JsonRecord, listOf, recordOf, textOf } from '#lib/json/json.ts'

/** App kinds that have no flow. */
const talking = new Set(['chat', 'agent-chat', 'completion'])

function readNodeFields(item: JsonRecord, isChat: boolean): NodeFields {
  const data = recordOf(item['data'])
  const type = textOf(data['type'])
  const parent = idOf(item['parentId']) ?? idOf(data['iteration_id']) ?? idOf(data['loop_id'])
  if (item['type'] === 'custom-note') {
    const colour = textOf(data['theme'])
    const text = lexicalText(textOf(data['text']))
    return {
      mapped: { type: 'note', config: { text, ...(colour === '' ? {} : { colour }) } },
      name: textOf(data['title']) || 'Note',
      parent,
      size: sizeOf(data) ?? sizeOf(item),
    }
  }
  const title = textOf(data['title'])
  return {
    mapped: difyNode(type === '' ? textOf(item['type']) : type, data, isChat),
    // The start node inside an iteration or loop has no title.
    name: title === '' && type.endsWith('-start') ? 'Start' : title,
    notes: textOf(data['desc']),
    parent,
  }
}

/** Handles in the file: "source" is the only output, "false" the else case, "fail-branch" the error output. */
function readEdgeFields(edge: JsonRecord, source: JsonRecord): EdgeFields {
  const data = recordOf(source['data'])
  const handle = textOf(edge['sourceHandle'])
  const handles: Readonly<Record<string, string>> = {
    '': 'out',
    source: 'out',
    'success-branch': 'out',
    'fail-branch': 'error',
    ...(data['type'] === 'if-else' ? { false: 'else' } : {}),
  }
  const target = textOf(edge['targetHandle'])
  return {
    source_handle: (Object.hasOwn(handles, handle) ? handles[handle] : undefined) ?? handle,
    target_handle: target === '' || target === 'target' ? null : target,
    label: null,
  }
}

function variablesOf(workflow: JsonRecord): Variable[] {
  const lists = ['environment_variables', 'conversation_variables'].flatMap((key) => listOf(workflow[key]))
  return lists.filter(isRecord).flatMap((item) => {
    const key = textOf(item['name'])
    return key === '' ? [] : [{ ...omitKeys(item, new Set(['name'])), key, value: item['value'] ?? null }]
  })
}

const graphOf = (top: JsonRecord): Json | undefined => recordOf(top['workflow'])['graph']

/** Whether a document is a workflow without an app: a draft or version from Dify's console API. */
const isWorkflow = ({ graph, features }: JsonRecord): boolean =>
  isRecord(features) && isRecord(graph) && Array.isArray(graph['nodes'])

/** Whether a document is an app, with or without a flow, a pipeline, or a workflow without an app. */
export const isDify = (document: JsonRecord): boolean =>
  document['kind'] === 'rag_pipeline'
    ? isRecord(graphOf(document))
    : (isRecord(document['app']) && (document['kind'] === 'app' || isRecord(graphOf(document)))) || isWorkflow(document)

/** Node ids, which are timestamps in milliseconds, in texts and conditions: "1720505581749.text". */
const reference = /(?<![\w.])\d{10,}(?=\.)/g

/** Replaces node ids with node names in readable text; `original` keeps the ids. */
function nameReferences({ nodes }: RawFlow): void {
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  const withName = (value: Json | undefined): Json =>
    typeof value === 'string' ? value.replace(reference, (id) => names.get(id) ?? id) : (value ?? null)
  for (const { type, config } of nodes) {
    if (type === 'note') continue
    for (const key of ['expression', 'text', 'instructions']) if (key in config) config[key] = withName(config[key])
    if (Array.isArray(config['cases']))
      config['cases'] = config['cases'].map((each) =>
        isRecord(each) ? { ...each, expression: withName(each['expression']) } : each,
      )
  }
}

/** One flow per file. */
export const readDify: FlowReader = (document) => {
  const given = recordOf(document)
  const top = isWorkflow(given) ? { workflow: given } : given
  const appInfo = recordOf(top[isRecord(top['app']) ? 'app' : 'rag_pipeline'])
  const graph = recordOf(graphOf(top))
  if (!isRecord(graphOf(top))) {
    const mode = textOf(appInfo['mode'])
    const message = talking.has(mode)
      ? `This Dify app has no flow because its mode is “${mode}”. Export a workflow or a chatflow.`
      : 'This Dify app has no flow. Export a workflow or a chatflow.'
    return { ok: false, code: 'no-graph', message }
  }
  if (!Array.isArray(graph['nodes']))
    return { ok: false, code: 'bad-shape', message: 'This is a Dify app, but “workflow.graph.nodes” is not a list.' }
  const flow = emptyFlow()
  const warnings = new Warnings()
  const isChat = appInfo['mode'] === 'advanced-chat'
  const node = (item: JsonRecord) => readNodeFields(item, isChat)
  readDiagram({ nodes: graph['nodes'], edges: listOf(graph['edges']), node, edge: readEdgeFields }, flow, warnings)
  nameReferences(flow)
  const workflow = recordOf(top['workflow'])
  flow.name = textOf(appInfo['name'])
  flow.description = textOf(appInfo['description'])
  flow.variables = variablesOf(workflow)
  flow.metadata = {
    source: {
      format: 'dify',
      ...omitKeys(top, new Set(['workflow'])),
      workflow: omitKeys(workflow, new Set(['graph', 'environment_variables', 'conversation_variables'])),
      graph: omitKeys(graph, new Set(['nodes', 'edges'])),
    },
  }
  flow.warnings = warnings.all()
  return { ok: true, flows: [flow] }
}
