/** Maps ComfyUI nodes: the type is the class name, except for notes and instances of subgraphs. */
import type { NodeFields } from '#flow/formats/shared/diagram.ts'
import { mapTo } from '#flow/formats/shared/node-mapping.ts'
import { plainText } from '#flow/formats/shared/rich-text.ts'
import { noType } from '#flow/node-kind.ts'
import { type Json, type JsonRecord, listOf, recordOf, textOf } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'

/** Maximum nesting of the JSON in which some extensions store the text of a note. */
const depth = 50

/** Notes of all extensions have a type that ends with "note", in any case, and no inputs or outputs. */
const isNote = (item: JsonRecord): boolean =>
  /note$/i.test(textOf(item['type'])) && listOf(item['inputs']).length === 0 && listOf(item['outputs']).length === 0

/** Text of a note: the first text among the values, which some extensions wrap as `{content: "<html>"}`. */
function noteText(values: Json | undefined): string {
  const list = Array.isArray(values) ? values : Object.values(recordOf(values))
  const text = textOf(list.find((value) => typeof value === 'string' && value !== ''))
  if (!text.startsWith('{')) return plainText(text)
  const parsed = parseJson(text, { depth })
  const content = parsed.ok ? textOf(recordOf(parsed.value)['content']) : ''
  return plainText(content === '' ? text : content)
}

/** `definitions`: subgraphs by id, which is the type of their instances. */
export function comfyuiNode(
  item: JsonRecord,
  definitions: ReadonlyMap<string, JsonRecord>,
): Pick<NodeFields, 'mapped' | 'name'> {
  const type = textOf(item['type'])
  const title = textOf(item['title'])
  if (isNote(item)) {
    const colour = textOf(item['bgcolor'])
    const text = noteText(item['widgets_values'])
    return { mapped: mapTo('note', { text, ...(colour === '' ? {} : { colour }) }), name: title || 'Note' }
  }
  const definition = definitions.get(type)
  if (definition !== undefined) {
    const name = textOf(definition['name']) || 'Subgraph'
    return { mapped: mapTo('subflow', { flow: name, wait: true }), name: title || name }
  }
  return { mapped: mapTo(type === '' ? noType : type), name: title }
}
