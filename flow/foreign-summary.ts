/** One-line summary of a node of a foreign type, taken from fields that most products have. */
import { isRecord, type Json, type JsonRecord, listOf, recordOf, textOf } from '#lib/json/json.ts'

/** Fields that summarise a node, most informative first. None of them may contain a password. */
const summaryFields = [
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

/** Types of ComfyUI nodes whose first value is a summary: their values have no names. */
const textNodeTypes = /text|prompt|load/i

/** Whether a text is Flowise's reference to the output of another node, which is already shown as an edge. */
const isWired = (text: string): boolean => text.startsWith('{{') && text.endsWith('.data.instance}}')

/** Text of a field, or of its `value`: forms store `{value: …}`. */
function wordOf(field: Json | undefined): string {
  const text = textOf(isRecord(field) ? field['value'] : field).trim()
  return isWired(text) ? '' : text
}

/** The records of an original node that hold its settings, in the forms of all products. */
export function originalSettings(original: JsonRecord): JsonRecord[] {
  const data = recordOf(original['data'])
  return [
    original,
    recordOf(original['parameters']),
    recordOf(original['inputs']),
    recordOf(original['subBlocks']),
    recordOf(recordOf(original['settings'])['input']),
    data,
    recordOf(data['inputs']),
    recordOf(recordOf(data['node'])['template']),
  ]
}

/**
 * The summary, not truncated; "" if no field has one. `config` is written by the readers of foreign formats, with the
 * original node in `original`.
 */
export function foreignSummary(config: JsonRecord): string {
  const original = recordOf(config['original'])
  for (const record of [config, ...originalSettings(original)]) {
    const key = summaryFields.find((name) => wordOf(record[name]) !== '')
    if (key !== undefined) return wordOf(record[key])
  }
  // Loaders: "ckpt_name", "vae_name".
  const inputs = recordOf(original['inputs'])
  const file = Object.keys(inputs).find((name) => name.endsWith('_name') && textOf(inputs[name]) !== '')
  if (file !== undefined) return textOf(inputs[file])
  if (!textNodeTypes.test(textOf(original['type']))) return ''
  return textOf(listOf(original['widgets_values']).find((value) => textOf(value).trim() !== '')).trim()
}
