/** Draft of the input of a trigger or a tool: as the fields of a form, or as JSON. */
import type { ApiError } from '#api/errors.ts'
import { recordOf, type Json } from '#lib/json/json.ts'
import { inputOf, readInputJson, typedInputOf, type InputField, type TypedInput } from './input-fields.ts'

export type InputMode = 'fields' | 'json'

export interface InputDraft {
  form: InputMode
  typed: TypedInput
  text: string
  /** The part of the input without a field. */
  rest: Json
}

export function inputDraftOf(fields: InputField[] | null, value: Json): InputDraft {
  return {
    form: fields === null ? 'json' : 'fields',
    typed: fields === null ? {} : typedInputOf(fields, recordOf(value)),
    text: JSON.stringify(value, null, 2),
    rest: value,
  }
}

/** The value of a draft, or its problems: by field, '' = the whole. */
export function inputValueOf(
  fields: InputField[] | null,
  draft: InputDraft,
): { value: Json; problems: Record<string, string> } {
  if (fields !== null && draft.form === 'fields') return inputOf(fields, draft.typed, recordOf(draft.rest))
  const read = readInputJson(draft.text)
  return 'problem' in read ? { value: null, problems: { '': read.problem } } : { value: read.value, problems: {} }
}

const ofInput = 'input.'

/**
 * The path within the input of a service's error, or null if it is about something else: "input.lines.0" is "lines.0".
 */
function innerOf(path: string): string | null {
  if (path === 'input') return ''
  return path.startsWith(ofInput) ? path.slice(ofInput.length) : null
}

/** The field that contains a path; '' = none of them. */
const fieldAt = (inner: string, fields: readonly InputField[]): string =>
  fields.find(({ name }) => inner === name || inner.startsWith(`${name}.`))?.name ?? ''

/** A path within a value, counted from one: "0.count" is "entry 1, count". */
const placeWords = (place: string): string =>
  place
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? `entry ${Number(part) + 1}` : part))
    .join(', ')

/** "input.order_no" belongs to the field "order_no", "input" to the whole; deeper paths are named in the message. */
export function inputErrorsAt(
  error: Pick<ApiError, 'fieldErrors'> | null,
  fields: readonly InputField[],
): Record<string, string> {
  const said: Record<string, string> = {}
  for (const [path, messages] of Object.entries(error?.fieldErrors ?? {})) {
    const inner = innerOf(path)
    if (inner === null) continue
    const name = fieldAt(inner, fields)
    const deeper = name === '' ? inner : inner.slice(name.length + 1)
    const words = `${deeper === '' ? '' : `${placeWords(deeper)}: `}${messages.join(' ')}`
    // One per line.
    said[name] = said[name] === undefined ? words : `${said[name]}\n${words}`
  }
  return said
}

/** Errors of the service that the form shows: as JSON all about the input, as fields those within one of them. */
export const shownInputPaths = (
  error: Pick<ApiError, 'fieldErrors'> | null,
  fields: readonly InputField[] | null,
  form: InputMode,
): string[] =>
  Object.keys(error?.fieldErrors ?? {}).filter((path) => {
    const inner = innerOf(path)
    return inner !== null && (fields === null || form === 'json' || fieldAt(inner, fields) !== '')
  })
