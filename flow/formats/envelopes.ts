/**
 * Flows as the APIs, galleries and databases of products hand them out: within an envelope, in a page of several, or as a
 * text within the JSON. What is in the envelope beside the flow is left out, but for its name.
 */
import type { FlowFormat } from './shared/format.ts'
import { flowFormats } from './formats.ts'
import { isRecord, type Json, type JsonRecord, textOf } from '#lib/json/json.ts'

/** Where a flow may lie, in the order in which one looks: n8n, Dify and Activepieces answer `data`, n8n's gallery `workflow`. */
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

/** Parts of a graph that databases keep as a text: n8n's tables have `nodes` and `connections` so. */
const graphKeys = ['nodes', 'connections', 'edges', 'links', 'graph', 'state', 'trigger']

/** Envelopes in one another: a text in `data` in a page has three. */
const mostLevels = 4

/** Reads a text that holds a document; null where it holds none. */
type ReadText = (text: string) => Json

export interface Recognised {
  format: FlowFormat
  /** Each for the format's reader; several only where the document is a list of them. */
  documents: Json[]
}

/** The graph's parts that are texts of JSON as what they hold; null where none is. */
function withGraph(record: JsonRecord, readText: ReadText): JsonRecord | null {
  const parts = graphKeys.flatMap((key) => {
    const text = textOf(record[key]).trimStart()
    const value = text.startsWith('{') || text.startsWith('[') ? readText(text) : null
    return value === null ? [] : [[key, value] as const]
  })
  return parts.length === 0 ? null : { ...record, ...Object.fromEntries(parts) }
}

/** A graph without a name has that of its envelope. */
const named = (inner: Json, { name }: JsonRecord): Json =>
  isRecord(inner) && 'nodes' in inner && textOf(inner['name']) === '' && typeof name === 'string'
    ? { ...inner, name }
    : inner

/** What all of these are, where every one is of the same format. */
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

/** The format of a document and the flows' own documents in it; null where no format knows it. */
export function recognise(document: Json, readText: ReadText, levels = mostLevels): Recognised | null {
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
    const found = inner === undefined ? null : inside(named(inner, document))
    if (found !== null) return found
  }
  return null
}
