/** Converts the bytes of a file to flows for review and import. */
import { countsOf } from '#flow/node-kind.ts'
import type { FlowDraft } from '#flow/draft.ts'
import { readFlowFile } from '#flow/file/read.ts'
import { reviewOf } from '#flow/file/review.ts'
import { readablePart } from '#flow/file/readable-part.ts'
import { writeTemplate } from '#flow/file/template.ts'
import type { FileFlow, FileResult } from './file-result.ts'

const generator = { name: 'Flow Console', version: '1' }

function fileFlow(draft: FlowDraft, isPartial: boolean): FileFlow {
  const exportedAt = new Date().toISOString()
  const { name, sourceFormat, warnings, changedIds, dangling, redacted, requires } = draft
  const template = new Blob([JSON.stringify(writeTemplate(draft, { exportedAt, generator }))], {
    type: 'application/json',
  })
  return {
    name,
    format: sourceFormat,
    counts: countsOf(draft),
    template,
    warnings,
    changedIds,
    dangling,
    redacted,
    requires,
    review: reviewOf(draft),
    isPartial,
  }
}

/** `name` is a hint, and the fallback for the flow's name. Never throws on content. */
export function flowsOfBytes(name: string, bytes: Uint8Array): FileResult {
  const result = readFlowFile({ name, bytes })
  if (!result.ok) {
    const readable = result.code === 'json-syntax' ? readablePart({ name, bytes }) : []
    return readable.length === 0 ? result : { ...result, readable: readable.map((draft) => fileFlow(draft, true)) }
  }
  return { ok: true, format: result.format, flows: result.flows.map((draft) => fileFlow(draft, false)) }
}
