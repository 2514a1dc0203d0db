/** Interface of a file format. */
import type { RawFlow } from '#flow/draft.ts'
import type { FormatId } from '#flow/formats/format-titles.ts'
import type { Json } from '#lib/json/json.ts'

export type ReadFlows = { ok: true; flows: RawFlow[] } | { ok: false; code: 'bad-shape' | 'no-graph'; message: string }

/**
 * Converts a document to flows. Pure. The document was parsed by lib/json/safe-json.ts; `fileName` is used only for
 * names.
 */
export type FlowReader = (document: Json, fileName: string) => ReadFlows

export interface FlowFormat {
  id: FormatId
  /** Whether a document has this format. Formats are tested in order; the first match reads the document. */
  matches: (document: Json) => boolean
  read: FlowReader
}
