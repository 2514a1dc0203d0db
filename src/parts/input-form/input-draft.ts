/** What is typed as the input of a trigger or a tool: as the fields of a form, or as JSON. */
import type { ApiError } from '#api/errors.ts'
import { recordOf, type Json } from '#lib/json.ts'
import { inputOf, readJson, typedOf, type InputField, type Typed } from './input-fields.ts'

export type Form = 'fields' | 'json'

export interface Draft {
  form: Form
  typed: Typed
  text: string
  /** What the fields do not hold. */
  rest: Json
}

export function draftOf(fields: InputField[] | null, value: Json): Draft {
  return {
    form: fields === null ? 'json' : 'fields',
    typed: fields === null ? {} : typedOf(fields, recordOf(value)),
    text: JSON.stringify(value, null, 2),
    rest: value,
  }
}

/** The value of a draft, or what is wrong with it: by field, '' = the whole. */
export function valueOf(fields: InputField[] | null, draft: Draft): { value: Json; problems: Record<string, string> } {
  if (fields !== null && draft.form === 'fields') return inputOf(fields, draft.typed, recordOf(draft.rest))
  const read = readJson(draft.text)
  return 'problem' in read ? { value: null, problems: { '': read.problem } } : { value: read.value, problems: {} }
}

/** "input.order_no" belongs to the field "order_no", "input" to the whole. */
export function saidAt(error: ApiError | null, fields: readonly InputField[]): Record<string, string> {
  const said: Record<string, string> = {}
  for (const [path, messages] of Object.entries(error?.fieldErrors ?? {})) {
    if (path !== 'input' && !path.startsWith('input.')) continue
    const inner = path.slice('input.'.length)
    const name = fields.find((field) => inner === field.name || inner.startsWith(`${field.name}.`))?.name ?? ''
    said[name] = [said[name], ...messages].filter((words) => words !== undefined).join(' ')
  }
  return said
}
