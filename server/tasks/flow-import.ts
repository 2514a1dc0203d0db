/** Converts the body of an import to a storable flow. Pure; runs in a separate process for large bodies. */
import { z } from 'zod'
import { flow } from '#contract/flow.ts'
import { FlowUpdate, VersionSource } from '#contract/flows/flow-version.ts'
import { maxFlowBytes, maxNamed } from '#contract/kernel/limits.ts'
import { templateFormat } from '#contract/values/template-format.ts'
import type { Warning } from '#flow/draft.ts'
import { lintFlow, type Lint } from '#flow/health/lint.ts'
import { readFlowFile, type ReadResult } from '#flow/file/read.ts'
import { looksRandom } from '#flow/secrets/random-text.ts'
import { replaceShapes } from '#flow/secrets/token-shapes.ts'
import type { Json } from '#lib/json/json.ts'
import { Fault } from '#server/base/fault.ts'
import { validated } from '#server/base/field-errors.ts'
import { refuseToken } from '#server/base/secrets.ts'
import { schemaWarnings } from './template-check.ts'
import { documentFacts, writeDocument, type DocumentFacts } from '#server/store/flows/flow-document.ts'
import type { RequiredKeys } from '#server/store/flows/binding.ts'

/** An imported flow as plain data; large parts are text, stored and sent as it is. */
export const ImportedFlow = z.object({
  name: z.string(),
  description: z.string(),
  /** The document's JSON (server/store/flows/flow-document.ts) in UTF-8. */
  bytes: z.instanceof(Uint8Array),
  counts: z.custom<DocumentFacts>(),
  needs: z.custom<RequiredKeys>(),
  /** Findings of the document alone. */
  lint: z.custom<Lint>(),
  warnings: z.custom<Warning[]>(),
  redacted: z.custom<string[]>(),
  renamedFrom: z.string().nullable(),
  sourceFormat: z.string(),
})
export type ImportedFlow = z.infer<typeof ImportedFlow>

/** No flow, several flows, or a flow that is too large: 422 with the reason, thrown when the flow would be stored. */
const Refusal = z.object({
  code: z.enum(['not_a_template', 'several_flows', 'flow_too_large']),
  message: z.string(),
  more: z.record(z.string(), z.unknown()),
})

export const ImportOutcome = z.union([z.object({ flow: ImportedFlow }), z.object({ refused: Refusal })])
export type ImportOutcome = z.infer<typeof ImportOutcome>

export const UpdateOutcome = z.object({
  outcome: ImportOutcome,
  as: z.enum(['live', 'draft']),
  note: z.string(),
  source: VersionSource,
})
export type UpdateOutcome = z.infer<typeof UpdateOutcome>

const refuse = (code: z.infer<typeof Refusal>['code'], message: string, more: Record<string, unknown> = {}) => ({
  refused: { code, message, more },
})

const megabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1)

/** Removes quoted text that looks like a token of unknown shape. */
const maskRandomText = (message: string): string =>
  message.replaceAll(/“([^”]+)”/g, (quoted, text: string) => (looksRandom(text) ? '“…”' : quoted))

function outcomeOf(read: ReadResult, ownName: string | null): ImportOutcome {
  if (!read.ok && read.code === 'flow-too-large') return refuse('flow_too_large', read.message)
  if (!read.ok)
    // The message may quote the file: a duplicate key, an unknown word.
    return refuse('not_a_template', maskRandomText(replaceShapes(read.message, () => '…')), {
      reason: read.code,
      line: read.line,
      column: read.column,
    })
  const [draft, ...others] = read.flows
  if (!draft) return refuse('not_a_template', 'The file contains no flow.', { reason: 'no-flow' })
  if (others.length > 0) {
    const count = read.flows.length
    return refuse('several_flows', `The file contains ${count} flows. Import them one by one.`, { count })
  }
  const { tools, channels, secrets } = draft.requires
  const keyCount = tools.length + channels.length + secrets.length
  if (keyCount > maxNamed) {
    const found = `The flow uses ${keyCount.toLocaleString('en')} tools, channels and secrets.`
    return refuse('flow_too_large', `${found} The limit is ${maxNamed.toLocaleString('en')}. Split the flow.`)
  }
  const name = ownName ?? draft.name
  const bytes = Buffer.from(writeDocument(draft))
  if (bytes.length > maxFlowBytes) {
    const most = `The limit is ${megabytes(maxFlowBytes)} MB. Split the flow.`
    return refuse('flow_too_large', `The flow takes ${megabytes(bytes.length)} MB when stored. ${most}`)
  }
  return {
    flow: {
      name,
      description: draft.description,
      bytes,
      counts: documentFacts(draft),
      needs: draft.requires,
      lint: lintFlow({ ...draft, name: '', description: '' }),
      warnings: draft.warnings,
      redacted: draft.redacted,
      renamedFrom: name === draft.name ? null : draft.name,
      sourceFormat: draft.sourceFormat,
    },
  }
}

type ImportRequest = z.infer<typeof flow.import.body>

function readTemplate(template: ImportRequest['template'], name: string | null): ImportOutcome {
  const file = typeof template === 'string' ? { name: '', text: template } : { name: '', document: template }
  const outcome = outcomeOf(readFlowFile(file), name)
  // The reader is lenient, so that every file can be imported; ignored faults are reported.
  if ('flow' in outcome && outcome.flow.sourceFormat === templateFormat)
    outcome.flow.warnings = [...outcome.flow.warnings, ...schemaWarnings(template)]
  return outcome
}

/** `body` was parsed by lib/json/safe-json.ts. 400 if it is not an import request. */
export function importFlow(body: Json | undefined): ImportOutcome {
  const { template, name = null } = validated(flow.import.body, body)
  refuseToken('name', name ?? undefined)
  return readTemplate(template, name)
}

/** Like `importFlow`, for an update of a flow. */
export function updateFlow(body: Json | undefined): UpdateOutcome {
  const { template, as = 'live', note = '', source = { kind: 'file' } } = validated(FlowUpdate, body)
  refuseToken('note', note)
  refuseToken('source.name', source.name)
  const { kind, name = null } = source
  return { outcome: readTemplate(template, null), as, note, source: { kind, name, version: null } }
}

/** Returns the flow, or throws its refusal. */
export function importedFlow(outcome: ImportOutcome): ImportedFlow {
  if ('flow' in outcome) return outcome.flow
  const { code, message, more } = outcome.refused
  throw new Fault(code, message, { more })
}
