/**
 * Every format that is known by sight, in the order in which they are asked (FORMATS.md "Sniffing"). To add one: a reader
 * in a file of its own beside this one, and its name in the last column here.
 */
import { templateFormat } from '#contract/template-format.ts'
import { readTemplate } from '#flow/formats/flow-template.ts'
import type { FlowFormat } from '#flow/formats/format.ts'
import { readGeneric } from '#flow/formats/generic.ts'
import { readN8n } from '#flow/formats/n8n.ts'
import { nodeRedItems, readNodeRed } from '#flow/formats/node-red.ts'
import { isRecord, type Json, type JsonRecord, listOf, recordOf } from '#lib/json.ts'

const isList = (value: Json | undefined): boolean => Array.isArray(value)
const isText = (value: Json | undefined): boolean => typeof value === 'string'

/** A row whose test needs an object. */
const row = (
  id: string,
  title: string,
  matches: (document: JsonRecord) => boolean,
  read: FlowFormat['read'] = null,
): FlowFormat => ({ id, title, matches: (document) => isRecord(document) && matches(document), read })

function isNodeRed(document: Json): boolean {
  // The runtime's own interface wraps the array: {flows: […], rev}.
  if (isRecord(document) && !isText(document['rev'])) return false
  const items = nodeRedItems(document)
  if (items.length === 0 || !items.every((item) => isRecord(item) && isText(item['id']) && isText(item['type'])))
    return false
  return items.some((item) => {
    const { wires, type } = recordOf(item)
    return isList(wires) || type === 'tab' || type === 'subflow'
  })
}

function isComfyuiApi(document: JsonRecord): boolean {
  const prompt = document['prompt']
  const items = Object.values(isRecord(prompt) ? prompt : document)
  return items.length > 0 && items.every((item) => isText(recordOf(item)['class_type']))
}

function isActivepieces(document: JsonRecord): boolean {
  const trigger = recordOf(document['trigger'])
  const inFlows = recordOf(listOf(document['flows'])[0])['trigger']
  return (
    isRecord(recordOf(document['template'])['trigger']) ||
    isRecord(inFlows) ||
    (isText(trigger['name']) && isText(trigger['type']))
  )
}

const isDify = (document: JsonRecord): boolean => {
  const graph = recordOf(document['workflow'])['graph']
  if (document['kind'] === 'rag_pipeline') return isRecord(graph)
  return isRecord(document['app']) && (document['kind'] === 'app' || isRecord(graph))
}

const isFlowise = ({ nodes, edges }: JsonRecord): boolean =>
  isList(nodes) &&
  isList(edges) &&
  listOf(nodes).some((node) => {
    const data = recordOf(recordOf(node)['data'])
    return 'inputAnchors' in data || 'inputParams' in data
  })

export const flowFormats: readonly FlowFormat[] = [
  row(
    'flow-template',
    'flow template',
    (top) => top['format'] === templateFormat || isList(recordOf(top['flow'])['nodes']),
    readTemplate,
  ),
  { id: 'node-red', title: 'Node-RED', matches: isNodeRed, read: readNodeRed },
  row(
    'rivet',
    'Rivet',
    ({ version, data }) =>
      Number.isInteger(version) && (isRecord(recordOf(data)['graphs']) || isRecord(recordOf(data)['nodes'])),
  ),
  row('dify', 'Dify', isDify),
  row('kestra', 'Kestra', ({ id, namespace, tasks }) => isText(id) && isText(namespace) && isList(tasks)),
  row('n8n', 'n8n', ({ nodes, connections }) => isList(nodes) && isRecord(connections), readN8n),
  row('comfyui', 'ComfyUI', ({ nodes, links }) => isList(nodes) && isList(links)),
  row('langflow', 'Langflow', ({ data }) => isList(recordOf(data)['nodes']) && isList(recordOf(data)['edges'])),
  row('flowise', 'Flowise', isFlowise),
  row(
    'sim',
    'Sim',
    ({ state, blocks, edges }) => isRecord(recordOf(state)['blocks']) || (isRecord(blocks) && isList(edges)),
  ),
  row('activepieces', 'Activepieces', isActivepieces),
  row('comfyui-api', 'ComfyUI (API form)', isComfyuiApi),
  row(
    'generic',
    'nodes and edges',
    ({ nodes, edges }) => (isList(nodes) || isRecord(nodes)) && (isList(edges) || isRecord(edges)),
    readGeneric,
  ),
]

/** What is wrong with a document that nearly is one of the formats; null where it is none at all. */
export function nearMiss(document: Json): string | null {
  if (!isRecord(document)) return null
  const nearly = (title: string, list: string, other: string) =>
    list in document && other in document
      ? `This looks like a file of ${title}, but “${list}” or “${other}” has the wrong shape.`
      : null
  return (
    nearly('n8n', 'nodes', 'connections') ??
    nearly('ComfyUI', 'nodes', 'links') ??
    nearly('nodes and edges', 'nodes', 'edges')
  )
}
