/** Interface of a file format. */
import type { RawFlow } from '#flow/draft.ts'
import type { FormatId } from '#flow/formats/format-titles.ts'
import type { Json } from '#lib/json/json.ts'

export type ReadFlows = { ok: true; flows: RawFlow[] } | { ok: false; code: 'bad-shape' | 'no-graph'; message: string }

/**
 * Pure: the same document gives the same flows. `fileName` is for names only. The document was parsed by
 * lib/json/safe-json.ts.
 */
export type FlowReader = (document: Json, fileName: string) => ReadFlows

export interface FlowFormat {
  id: FormatId
  /** True for a document of this format; rows are tested in order. */
  matches: (document: Json) => boolean
  read: FlowReader
}
