/**
 * The file that Flowise's own “Export” writes. Source: `generateExportFlowData` in
 * packages/ui/src/utils/genericHelper.js of Flowise 3.1.3, which runs in the browser: the API has no export. Pure.
 */
import { isRecord, listOf, recordOf, type Json, type JsonRecord } from '#lib/json/json.ts'

/** Fields of a node's data in the order of the file. */
const before = [
  'id',
  'label',
  'version',
  'name',
  'type',
  'color',
  'hideOutput',
  'hideInput',
  'baseClasses',
  'tags',
  'category',
  'description',
  'inputParams',
  'inputAnchors',
]
const after = ['outputAnchors', 'outputs']

/** Types of inputs that a file does not contain. */
const omittedTypes = new Set<Json | undefined>(['password', 'file', 'folder'])

function withoutCredentials(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutCredentials)
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== 'FLOWISE_CREDENTIAL_ID')
      .map(([key, one]) => [key, withoutCredentials(one)]),
  )
}

const picked = (data: JsonRecord, names: readonly string[]): JsonRecord =>
  Object.fromEntries(names.flatMap((name) => (data[name] === undefined ? [] : [[name, data[name]]])))

function inputsOf(data: JsonRecord): JsonRecord {
  const parameters = listOf(data['inputParams']).filter(isRecord)
  const typeOf = (name: string) => parameters.find((one) => one['name'] === name)?.['type']
  return Object.fromEntries(
    Object.entries(recordOf(data['inputs'])).filter(([name]) => !omittedTypes.has(typeOf(name))),
  )
}

function nodeOf(node: Json): Json {
  if (!isRecord(node)) return node
  const data = recordOf(node['data'])
  return {
    ...node,
    selected: false,
    data: withoutCredentials({
      ...picked(data, before),
      inputs: inputsOf(data),
      ...picked(data, after),
      selected: false,
    }),
  }
}

/** The file of a graph as text. */
export const exportedText = (graph: JsonRecord): string =>
  JSON.stringify({ nodes: listOf(graph['nodes']).map(nodeOf), edges: listOf(graph['edges']) }, null, 2)
