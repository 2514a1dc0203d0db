/** Maps ComfyUI nodes: classes keep their names, except notes and instances of subgraphs. */
import type { NodeFacts } from '#flow/formats/shared/diagram.ts'
import { mapTo } from '#flow/formats/shared/node-mapping.ts'
import { plainText } from '#flow/formats/shared/rich-text.ts'
import { noType } from '#flow/node-kind.ts'
import { type Json, type JsonRecord, listOf, recordOf, textOf } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'

/** Maximum depth of a note whose text is in an object. */
const depth = 50

/** Notes of all extensions have this name and no connections. */
const isNote = (item: JsonRecord): boolean =>
  /note$/i.test(textOf(item['type'])) && listOf(item['inputs']).length === 0 && listOf(item['outputs']).length === 0

/** The first text among the values; some extensions wrap it as `{content: "<html>"}`. */
function noteText(values: Json | undefined): string {
  const list = Array.isArray(values) ? values : Object.values(recordOf(values))
  const text = textOf(list.find((value) => typeof value === 'string' && value !== ''))
  if (!text.startsWith('{')) return plainText(text)
  const parsed = parseJson(text, { depth })
  const content = parsed.ok ? textOf(recordOf(parsed.value)['content']) : ''
  return plainText(content === '' ? text : content)
}

/** `definitions`: subgraphs by the id that their instances have as type. */
export function comfyuiNode(
  item: JsonRecord,
  definitions: ReadonlyMap<string, JsonRecord>,
): Pick<NodeFacts, 'mapped' | 'name'> {
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
