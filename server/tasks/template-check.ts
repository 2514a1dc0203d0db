/** Compares a template with the published schema. Pure. */
import { TemplateFile } from '#contract/template-file.ts'
import type { Warning } from '#flow/draft.ts'
import { isRecord, type Json, listOf, recordOf, textOf } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { parseYaml } from '#lib/json/safe-yaml.ts'
import { fieldErrors, parseOptions } from '#server/base/field-errors.ts'

/** Maximum number of reported differences: the first ones show what is wrong with the exporting program. */
const maxPlaces = 10
/** The file was already checked against all limits. */
const anyDepth = { depth: Infinity }

/** The document of a file sent as text: JSON or YAML. */
function documentOf(text: string): Json | null {
  const json = parseJson(text.replace(/^\uFEFF/, ''), anyDepth)
  if (json.ok) return json.value
  const yaml = parseYaml(text, anyDepth)
  return yaml.ok ? yaml.value : null
}

/** Id of the node that contains a path. */
function nodeAt(document: Json, place: string): string | undefined {
  const index = /^flow\.nodes\.(\d+)(?:\.|$)/.exec(place)?.[1]
  if (index === undefined || !isRecord(document)) return undefined
  const id = textOf(recordOf(listOf(recordOf(document['flow'])['nodes'])[Number(index)])['id'])
  return id === '' ? undefined : id
}

/** Warnings for the first differences from the schema; empty if there are none. */
export function schemaWarnings(template: Json): Warning[] {
  const document = typeof template === 'string' ? documentOf(template) : template
  const read = TemplateFile.safeParse(document, parseOptions)
  if (read.success) return []
  const places = Object.entries(fieldErrors(read.error))
  const warnings = places.slice(0, maxPlaces).map(([place, words]): Warning => {
    const node = nodeAt(document, place)
    const message = `“${place}” does not match the schema of flow templates: ${words.join(' ')}`
    return { code: 'not_by_schema', message, ...(node === undefined ? {} : { node_id: node }) }
  })
  const more = places.length - warnings.length
  return more === 0
    ? warnings
    : [
        ...warnings,
        { code: 'not_by_schema', message: `Further places that do not match the schema: at least ${more}.` },
      ]
}
