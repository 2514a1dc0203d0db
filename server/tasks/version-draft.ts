/** What is stored of a new version: computed in a separate process for large flows. Pure. */
import { z } from 'zod'
import type { VersionChanges } from '#contract/flows/flow-version.ts'
import { changeSummary } from '#flow/diff/change-summary.ts'
import { lintFlow, type Lint } from '#flow/health/lint.ts'
import { deltaOf } from '#server/store/flows/document-delta.ts'
import { documentFacts, readFlowDocument, type DocumentFacts } from '#server/store/flows/flow-document.ts'

/** Documents as JSON text in UTF-8. */
export interface VersionTask {
  /** The version with the number before. */
  previous: Uint8Array
  /** The live version; null if it is the one before. */
  live: Uint8Array | null
  next: Uint8Array
}

export const VersionDraft = z.object({
  /** Difference from the version before (document-delta.ts). */
  delta: z.string(),
  /** Difference from the live version. */
  changes: z.custom<VersionChanges>(),
  summary: z.string(),
  counts: z.custom<DocumentFacts>(),
  lint: z.custom<Lint>(),
})
export type VersionDraft = z.infer<typeof VersionDraft>

const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
const documentOf = (bytes: Uint8Array) => readFlowDocument(bufferOf(bytes).toString())

export function draftVersion({ previous, live, next }: VersionTask): VersionDraft {
  const document = documentOf(next)
  return {
    delta: deltaOf(bufferOf(previous), bufferOf(next)),
    ...changeSummary(documentOf(live ?? previous), document),
    counts: documentFacts(document),
    lint: lintFlow({ ...document, name: '', description: '' }),
  }
}
