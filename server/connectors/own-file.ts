/** The file of an import in front of a product: only the product's own format, which it gets unchanged. */
import type { ImportResult } from '#contract/flow.ts'
import { recognise } from '#flow/formats/envelopes.ts'
import { formatTitle, type FormatId } from '#flow/formats/format-titles.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { parseYaml } from '#lib/json/safe-yaml.ts'
import type { Json } from '#lib/json/json.ts'
import { Fault } from '#server/base/fault.ts'
import { fileDepth } from '#flow/file/read.ts'

/** A text as JSON, else as YAML; null if it is neither. */
function documentOf(text: string): Json | null {
  const json = parseJson(text, { depth: fileDepth })
  if (json.ok) return json.value
  const yaml = parseYaml(text, { depth: fileDepth })
  return yaml.ok ? yaml.value : null
}

/**
 * The document of an import request. Throws `not_a_template` for a text that is no document, and for a file of another
 * product, with what can be done instead.
 */
export function ownFileOf(product: { title: string; format: FormatId }, template: Json): Json {
  const document = typeof template === 'string' ? documentOf(template) : template
  const found = document === null ? null : recognise(document, documentOf)
  if (document === null || found === null)
    throw new Fault('not_a_template', `This file contains no flow. ${product.title} imports its own files only.`)
  const { id } = found.format
  if (id === product.format) return document
  throw new Fault(
    'not_a_template',
    `This is a file of ${formatTitle(id)}. ${product.title} imports its own files only. Open the file without importing it to read or compare it.`,
    { more: { reason: 'other-product' } },
  )
}

/** The result of an import that the product got unchanged. */
export const unchangedImport = (format: FormatId, warnings: ImportResult['warnings'] = []): ImportResult => ({
  warnings,
  missing: { tools: [], channels: [], secrets: [] },
  redacted: [],
  renamed_from: null,
  source_format: format,
})
