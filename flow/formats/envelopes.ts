/**
 * Flows as APIs, galleries and databases of products return them: in an envelope, in a page of several flows, or as
 * JSON text within JSON. Only the name of an envelope is kept.
 */
import type { FlowFormat } from './shared/format.ts'
import { flowFormats } from './formats.ts'
import { isRecord, type Json, type JsonRecord, textOf } from '#lib/json/json.ts'

/** Envelope keys, in order of precedence: n8n, Dify and Activepieces use `data`, n8n's gallery `workflow`. */
const envelopeKeys = [
  'data',
  'workflow',
  'workflowData',
  'version',
  'flow',
  'export_data',
  'result',
  'results',
  'items',
]

/** Parts of a graph that databases store as JSON text, such as `nodes` and `connections` in n8n's tables. */
const graphKeys = ['nodes', 'connections', 'edges', 'links', 'graph', 'state', 'trigger']

/** Maximum nesting of envelopes. JSON text in `data` of an item of a page takes three levels. */
const maxLevels = 4

/** Parses JSON or YAML text within a document; null if the text is neither. */
type ReadText = (text: string) => Json

export interface Recognised {
  format: FlowFormat
  /** Documents for the format's reader; several only if the input is a list. */
  documents: Json[]
}

/** Parses the parts of the graph that are JSON text; null if none of them is. */
function withGraph(record: JsonRecord, readText: ReadText): JsonRecord | null {
  const parts = graphKeys.flatMap((key) => {
    const text = textOf(record[key]).trimStart()
    const value = text.startsWith('{') || text.startsWith('[') ? readText(text) : null
    return value === null ? [] : [[key, value] as const]
  })
  return parts.length === 0 ? null : { ...record, ...Object.fromEntries(parts) }
}

/** Gives a graph without a name the name of its envelope. */
const withName = (inner: Json, { name }: JsonRecord): Json =>
  isRecord(inner) && 'nodes' in inner && textOf(inner['name']) === '' && typeof name === 'string'
    ? { ...inner, name }
    : inner

/** The common format of all items, if there is one. */
function recogniseAll(items: readonly Json[], readText: ReadText, levels: number): Recognised | null {
  const documents: Json[] = []
  let format: FlowFormat | null = null
  for (const item of items) {
    const found = isRecord(item) ? recognise(item, readText, levels) : null
    if (found === null || (format !== null && found.format !== format)) return null
    format = found.format
    documents.push(...found.documents)
  }
  return format === null ? null : { format, documents }
}

/** The format of a document, and the flow documents in it; null if no format matches. */
export function recognise(document: Json, readText: ReadText, levels = maxLevels): Recognised | null {
  const format = flowFormats.find((row) => row.matches(document))
  if (format !== undefined) return { format, documents: [document] }
  if (levels === 0) return null
  const inside = (inner: Json) => recognise(inner, readText, levels - 1)
  if (typeof document === 'string') return inside(readText(document))
  if (Array.isArray(document)) return recogniseAll(document, readText, levels - 1)
  if (!isRecord(document)) return null
  const graph = withGraph(document, readText)
  if (graph !== null) return inside(graph)
  for (const key of envelopeKeys) {
    const inner = document[key]
    const found = inner === undefined ? null : inside(withName(inner, document))
    if (found !== null) return found
  }
  return null
}
