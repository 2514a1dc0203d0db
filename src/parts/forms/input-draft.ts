/** Draft of the input of a trigger or tool, as fields of a form or as JSON. */
import type { ApiError } from '#api/errors.ts'
import { recordOf, type Json } from '#lib/json/json.ts'
import { inputOf, readInputJson, typedInputOf, type InputField, type TypedInput } from './input-fields.ts'

export type InputMode = 'fields' | 'json'

export interface InputDraft {
  form: InputMode
  fieldTexts: TypedInput
  text: string
  /** The previous value, which contains the parts of the input that have no field. */
  rest: Json
}

export function inputDraftOf(fields: InputField[] | null, value: Json): InputDraft {
  return {
    form: fields === null ? 'json' : 'fields',
    fieldTexts: fields === null ? {} : typedInputOf(fields, recordOf(value)),
    text: JSON.stringify(value, null, 2),
    rest: value,
  }
}

/** The value of a draft, and its problems by field; '' = the whole input. */
export function inputValueOf(
  fields: InputField[] | null,
  draft: InputDraft,
): { value: Json; problems: Record<string, string> } {
  if (fields !== null && draft.form === 'fields') return inputOf(fields, draft.fieldTexts, recordOf(draft.rest))
  const read = readInputJson(draft.text)
  return 'problem' in read ? { value: null, problems: { '': read.problem } } : { value: read.value, problems: {} }
}

const ofInput = 'input.'

/**
 * Path of a service's error relative to the input: "lines.0" for "input.lines.0"; null if the error is not about it.
 */
function inputPathOf(path: string): string | null {
  if (path === 'input') return ''
  return path.startsWith(ofInput) ? path.slice(ofInput.length) : null
}

/** Name of the field that contains a path; '' = none. */
const fieldAt = (inner: string, fields: readonly InputField[]): string =>
  fields.find(({ name }) => inner === name || inner.startsWith(`${name}.`))?.name ?? ''

/** Text for a path within a value, counted from one: "entry 1, count" for "0.count". */
const placeWords = (place: string): string =>
  place
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? `entry ${Number(part) + 1}` : part))
    .join(', ')

/** Errors of the service by field of the form; '' = the whole input. A deeper path is named in the message. */
export function inputErrorsAt(
  error: Pick<ApiError, 'fieldErrors'> | null,
  fields: readonly InputField[],
): Record<string, string> {
  const errorsByField: Record<string, string> = {}
  for (const [path, messages] of Object.entries(error?.fieldErrors ?? {})) {
    const inner = inputPathOf(path)
    if (inner === null) continue
    const name = fieldAt(inner, fields)
    const deeper = name === '' ? inner : inner.slice(name.length + 1)
    const words = `${deeper === '' ? '' : `${placeWords(deeper)}: `}${messages.join(' ')}`
    // One message per line.
    errorsByField[name] = errorsByField[name] === undefined ? words : `${errorsByField[name]}\n${words}`
  }
  return errorsByField
}

/** Paths of the errors that the form shows: all about the input if it is JSON, else those within a field. */
export const shownInputPaths = (
  error: Pick<ApiError, 'fieldErrors'> | null,
  fields: readonly InputField[] | null,
  form: InputMode,
): string[] =>
  Object.keys(error?.fieldErrors ?? {}).filter((path) => {
    const inner = inputPathOf(path)
    return inner !== null && (fields === null || form === 'json' || fieldAt(inner, fields) !== '')
  })
