/** What a node of a type that is not ours is set to, where its file says so under a name that most products use. */
import { isRecord, type Json, type JsonRecord, listOf, recordOf, textOf } from '#lib/json/json.ts'

/** Fields that say in one line what a node does, the most telling first. Never one that may hold a password. */
const telling = [
  'expression',
  'text',
  'prompt',
  'template',
  'message',
  'query',
  'sql',
  'customToolName',
  'format',
  'operation',
  'modelName',
  'model_name',
  'model',
  'image',
  'path',
]

/** Nodes of ComfyUI whose first value says what they are about: its values have no names. */
const speaking = /text|prompt|load/i

/** What another node gives, in Flowise: an edge says it. */
const isWired = (text: string): boolean => text.startsWith('{{') && text.endsWith('.data.instance}}')

/** A field, or the value in it: forms keep `{value: …}`. */
function wordOf(field: Json | undefined): string {
  const text = textOf(isRecord(field) ? field['value'] : field).trim()
  return isWired(text) ? '' : text
}

/** The line, uncut; "" where nothing is known. `config` as readers of foreign formats leave it, with the node in `original`. */
export function foreignSummary(config: JsonRecord): string {
  const original = recordOf(config['original'])
  const data = recordOf(original['data'])
  const places = [
    config,
    original,
    recordOf(original['parameters']),
    recordOf(original['inputs']),
    recordOf(original['subBlocks']),
    recordOf(recordOf(original['settings'])['input']),
    data,
    recordOf(data['inputs']),
    recordOf(recordOf(data['node'])['template']),
  ]
  for (const place of places) {
    const key = telling.find((name) => wordOf(place[name]) !== '')
    if (key !== undefined) return wordOf(place[key])
  }
  // Loaders: "ckpt_name", "vae_name".
  const inputs = recordOf(original['inputs'])
  const file = Object.keys(inputs).find((name) => name.endsWith('_name') && textOf(inputs[name]) !== '')
  if (file !== undefined) return textOf(inputs[file])
  if (!speaking.test(textOf(original['type']))) return ''
  return textOf(listOf(original['widgets_values']).find((value) => textOf(value).trim() !== '')).trim()
}
