/** Where a template that was read is not what the published schema says. Pure. */
import { TemplateFile } from '#contract/template-file.ts'
import type { Warning } from '#flow/draft.ts'
import { isRecord, type Json, listOf, recordOf, textOf } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { parseYaml } from '#lib/json/safe-yaml.ts'
import { fieldErrors, inOurWords } from '#server/base/field-errors.ts'

/** More places than this nobody mends by hand: the first ones show what is wrong with the program that wrote the file. */
const maxPlaces = 10
/** A file that was read already is within every limit. */
const anyDepth = { depth: Infinity }

/** What a file holds that was sent as text: the reader has found JSON or YAML in it. */
function documentOf(text: string): Json | null {
  const json = parseJson(text.replace(/^\uFEFF/, ''), anyDepth)
  if (json.ok) return json.value
  const yaml = parseYaml(text, anyDepth)
  return yaml.ok ? yaml.value : null
}

/** The id of the node in which a place lies. */
function nodeAt(document: Json, place: string): string | undefined {
  const index = /^flow\.nodes\.(\d+)(?:\.|$)/.exec(place)?.[1]
  if (index === undefined || !isRecord(document)) return undefined
  const id = textOf(recordOf(listOf(recordOf(document['flow'])['nodes'])[Number(index)])['id'])
  return id === '' ? undefined : id
}

/** A warning for each of the first places in which a template differs from the schema; none where it is as it should be. */
export function schemaWarnings(template: Json): Warning[] {
  const document = typeof template === 'string' ? documentOf(template) : template
  const read = TemplateFile.safeParse(document, inOurWords)
  if (read.success) return []
  const places = Object.entries(fieldErrors(read.error))
  const told = places.slice(0, maxPlaces).map(([place, words]): Warning => {
    const node = nodeAt(document, place)
    const message = `“${place}” does not match the schema of flow templates: ${words.join(' ')}`
    return { code: 'not_by_schema', message, ...(node === undefined ? {} : { node_id: node }) }
  })
  const more = places.length - told.length
  return more === 0
    ? told
    : [...told, { code: 'not_by_schema', message: `At least ${more} more places do not match the schema.` }]
}
