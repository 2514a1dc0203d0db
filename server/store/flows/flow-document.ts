/** Documents of flows, stored as JSON text, so that unknown fields are returned as they were sent. */
import { z } from 'zod'
import type { Edge, FlowDetail, Node } from '#contract/flow.ts'
import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { countsOf } from '#flow/node-kind.ts'
import { textOf } from '#lib/json/json.ts'
import { notFound } from '#server/base/fault.ts'
import { deletedFlow, flowDocument } from '#server/store/tables/flow.ts'
import type { Scope } from '#server/store/db/scope.ts'

export type FlowDocument = Pick<FlowDetail, 'nodes' | 'edges' | 'metadata' | 'variables' | 'settings' | 'viewport'>

export const emptyDocument: FlowDocument = {
  nodes: [],
  edges: [],
  metadata: {},
  variables: [],
  settings: {},
  viewport: null,
}

/** Only validated documents are stored, so a shallow schema is sufficient. */
const Stored = z.object({
  nodes: z.array(z.custom<Node>()),
  edges: z.array(z.custom<Edge>()),
  metadata: z.custom<FlowDocument['metadata']>(),
  variables: z.custom<FlowDocument['variables']>(),
  settings: z.custom<FlowDocument['settings']>(),
  viewport: z.custom<FlowDocument['viewport']>(),
})

export const readFlowDocument = (text: string): FlowDocument => Stored.parse(JSON.parse(text))

/** The JSON of an empty flow. */
export const emptyBytes = (): Uint8Array => Buffer.from(writeDocument(emptyDocument))

/** Maximum size in bytes of documents that are read as one text. */
const wholeSize = 1024 * 1024
/** Chunk size in bytes of larger documents: a chunk is read or written in a few milliseconds. */
const pieceSize = 4 * 1024 * 1024

/** A stored document, which never changes. */
export interface StoredDocument {
  /** Size in bytes. */
  size: number
  /** Its JSON; null if it is large. */
  text: string | null
  /** The bytes of its JSON, in chunks of a few megabytes. */
  pieces(scope: Scope): AsyncIterable<Uint8Array>
}

export function documentOfBytes(bytes: Uint8Array): StoredDocument {
  const text = bytes.length > wholeSize ? null : Buffer.from(bytes).toString()
  return {
    size: bytes.length,
    text,
    async *pieces() {
      for (let from = 0; from < bytes.length; from += pieceSize) yield bytes.subarray(from, from + pieceSize)
    },
  }
}

/** A document in a column; `text` is null if it is too large to be read as a whole. */
const documentIn = (
  { size, text }: DocumentRow,
  readPiece: (scope: Scope, bytesOf: (body: PgColumn) => SQL<Uint8Array>) => Promise<{ bytes: Uint8Array }[]>,
): StoredDocument => ({
  size,
  text,
  async *pieces(scope) {
    for (let from = 0; from < size; from += pieceSize) {
      // By bytes: to find a character the database counts all previous ones, which takes ten times as long.
      const bytesOf = (body: PgColumn) =>
        sql<Uint8Array>`substr(convert_to(${body}, 'UTF8'), ${from + 1}, ${pieceSize})`
      const [row] = await readPiece(scope, bytesOf)
      // The flow was deleted in the meantime.
      if (!row) throw notFound('flow')
      yield row.bytes
    }
  },
})

/** The document of a flow. */
export const documentOfRow = (flowId: string, row: DocumentRow): StoredDocument =>
  documentIn(row, (scope, bytesOf) =>
    scope.select(flowDocument, { bytes: bytesOf(flowDocument.body) }, eq(flowDocument.flowId, flowId)),
  )

/** The document of a flow in the trash; null if there is none. */
export async function deletedDocument(scope: Scope, flowId: string): Promise<StoredDocument | null> {
  const [row] = await scope.select(deletedFlow, columnsOfBody(deletedFlow.body), eq(deletedFlow.id, flowId))
  if (!row || row.size === null) return null
  return documentIn({ size: row.size, text: row.body }, (from, bytesOf) =>
    from.select(deletedFlow, { bytes: bytesOf(deletedFlow.body) }, eq(deletedFlow.id, flowId)),
  )
}

export interface DocumentRow {
  size: number
  text: string | null
}

const columnsOfBody = (body: PgColumn) => ({
  size: sql<number | null>`octet_length(${body})`,
  body: sql<string | null>`case when octet_length(${body}) <= ${wholeSize} then ${body} end`,
})

/** Columns of `flow_document` for `documentOfRow`. */
export const documentColumns = columnsOfBody(flowDocument.body)

/** The document of a flow from `documentColumns`; a flow without one is empty. */
export const documentOfColumns = (flowId: string, row: { size: number | null; body: string | null }): StoredDocument =>
  row.size === null ? documentOfBytes(emptyBytes()) : documentOfRow(flowId, { size: row.size, text: row.body })

/** Sizes in bytes of the documents of those flows that exist. */
export async function documentSizes(scope: Scope, flowIds: readonly string[]): Promise<Map<string, number>> {
  const fields = { id: flowDocument.flowId, size: sql<number>`octet_length(${flowDocument.body})` }
  const rows = await scope.select(flowDocument, fields, inArray(flowDocument.flowId, [...flowIds]))
  return new Map(rows.map(({ id, size }) => [id, size]))
}

/** Whether the document of a flow is too large to be read as a whole; false if there is none. */
export async function isLargeDocument(scope: Scope, flowId: string): Promise<boolean> {
  const [row] = await scope.select(flowDocument, { size: documentColumns.size }, eq(flowDocument.flowId, flowId))
  return (row?.size ?? 0) > wholeSize
}

/** The whole text of a document. */
export async function textOfDocument(document: StoredDocument, scope: Scope): Promise<string> {
  if (document.text !== null) return document.text
  const pieces: Uint8Array[] = []
  for await (const piece of document.pieces(scope)) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

const opening = (facts: object): string => `${JSON.stringify(facts).slice(0, -1)},`

/** JSON of a flow: its facts, combined with its stored document. */
export const withDocument = (facts: object, text: string): string => opening(facts) + text.slice(1)

/** Like `withDocument`, in chunks and with the size in bytes. */
export function withPieces(facts: object, document: StoredDocument, scope: Scope) {
  const begin = Buffer.from(opening(facts))
  async function* pieces() {
    yield begin
    let isFirst = true
    for await (const piece of document.pieces(scope)) {
      yield isFirst ? piece.subarray(1) : piece
      isFirst = false
    }
  }
  return { pieces: pieces(), size: begin.length + document.size - 1 }
}

export const writeDocument = ({ nodes, edges, metadata, variables, settings, viewport }: FlowDocument): string =>
  JSON.stringify({ nodes, edges, metadata, variables, settings, viewport })

/** Columns derived from the document, for lists. */
export interface DocumentFacts {
  nodeCount: number
  edgeCount: number
  triggerTypes: string[]
}

export function documentFacts({ nodes, edges }: FlowDocument): DocumentFacts {
  const counts = countsOf({ nodes, edges })
  const kinds = nodes.filter((node) => node.type === 'trigger').map((node) => textOf(node.config['kind']))
  return {
    nodeCount: counts.nodes,
    edgeCount: counts.edges,
    triggerTypes: [...new Set(kinds)].filter((kind) => kind !== '').toSorted(),
  }
}
