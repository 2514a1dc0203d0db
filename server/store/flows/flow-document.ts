/** Documents of flows, stored as JSON text, so that unknown fields are returned as they were sent. */
import { z } from 'zod'
import type { Edge, FlowDetail, Node } from '#contract/flow.ts'
import { eq, inArray, sql } from 'drizzle-orm'
import { countsOf } from '#flow/node-kind.ts'
import { textOf } from '#lib/json/json.ts'
import { notFound } from '#server/base/fault.ts'
import { flow, flowDocument } from '#server/store/tables/flow.ts'
import type { Scope } from '#server/store/db/scope.ts'
import { isVersionLive, readVersionBytes } from './version-bytes.ts'

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

/** A version of a flow: its document never changes. */
export interface DocumentVersion {
  flowId: string
  number: number
}

/** The document of a version. */
export interface StoredDocument {
  /** Null if it is not stored yet. */
  version: DocumentVersion | null
  /** Size in bytes. */
  size: number
  /** Its JSON; null if it is large. */
  text: string | null
  /** The bytes of its JSON, in chunks of a few megabytes. */
  pieces(scope: Scope): AsyncIterable<Uint8Array>
}

export function documentOfBytes(bytes: Uint8Array, version: DocumentVersion | null = null): StoredDocument {
  const text = bytes.length > wholeSize ? null : Buffer.from(bytes).toString()
  return {
    version,
    size: bytes.length,
    text,
    async *pieces() {
      for (let from = 0; from < bytes.length; from += pieceSize) yield bytes.subarray(from, from + pieceSize)
    },
  }
}

/** The document of a live version; `text` is null if it is too large to be read as a whole. */
export const documentOfRow = (version: DocumentVersion, { size, text }: DocumentRow): StoredDocument => ({
  version,
  size,
  text,
  async *pieces(scope) {
    for (let from = 0; from < size; from += pieceSize) {
      // By bytes: to find a character the database counts all previous ones, which takes ten times as long.
      const bytes = sql<Uint8Array>`substr(convert_to(${flowDocument.body}, 'UTF8'), ${from + 1}, ${pieceSize})`
      const [row] = await scope
        .select(flowDocument, { bytes }, eq(flowDocument.flowId, version.flowId))
        .innerJoin(flow, scope.on(flow, isVersionLive(version)))
      if (!row) {
        // Another version has become live in the meantime.
        yield* restOf(await readVersionBytes(scope, version), from)
        return
      }
      yield row.bytes
    }
  },
})

function* restOf(bytes: Buffer | null, from: number): Iterable<Uint8Array> {
  // The flow was deleted in the meantime.
  if (!bytes) throw notFound('flow')
  for (let at = from; at < bytes.length; at += pieceSize) yield bytes.subarray(at, at + pieceSize)
}

export interface DocumentRow {
  size: number
  text: string | null
}

/** Columns of `flow` and `flow_document` for `documentOfRow`. */
export const documentColumns = {
  number: flow.liveVersion,
  size: sql<number | null>`octet_length(${flowDocument.body})`,
  body: sql<string | null>`case when octet_length(${flowDocument.body}) <= ${wholeSize} then ${flowDocument.body} end`,
}

/** The document of a flow from `documentColumns`; a flow without one is empty. */
export function documentOfColumns(
  flowId: string,
  { number, size, body }: { number: number; size: number | null; body: string | null },
): StoredDocument {
  const version = { flowId, number }
  return size === null ? documentOfBytes(emptyBytes(), version) : documentOfRow(version, { size, text: body })
}

/** Live versions and sizes in bytes of the documents of those flows that exist. */
export async function documentSizes(
  scope: Scope,
  flowIds: readonly string[],
): Promise<Map<string, { number: number; size: number }>> {
  const size = sql<number>`octet_length(${flowDocument.body})`
  const rows = await scope
    .select(
      flowDocument,
      { id: flowDocument.flowId, number: flow.liveVersion, size },
      inArray(flowDocument.flowId, [...flowIds]),
    )
    .innerJoin(flow, scope.on(flow, eq(flow.id, flowDocument.flowId)))
  return new Map(rows.map(({ id, ...row }) => [id, row]))
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
