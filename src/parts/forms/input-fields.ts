/**
 * Derives form fields for the input of a trigger or tool from its JSON Schema, and converts the typed texts to a
 * value. Values that no field supports are typed as JSON. Only simple rules are validated; the service validates
 * the whole input. Pure.
 */
import { isSecretName } from '#flow/secrets/secret-shapes.ts'
import { listOf, numberOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'

export interface InputField {
  name: string
  label: string
  hint: string
  required: boolean
  kind: 'text' | 'long' | 'secret' | 'date' | 'number' | 'integer' | 'flag' | 'choice' | 'json'
  /** Values of a choice. */
  options: readonly Json[]
  /** Default value of the schema. */
  initial: Json | undefined
  schema: JsonRecord
}

/** Text of each field: for a choice the index of the option, for a flag "true" or "false"; "" = empty. */
export type TypedInput = Readonly<Record<string, string>>

/** Text fields with a higher maximum length have several lines. */
const longText = 200

function typeOf(schema: JsonRecord): string {
  const types = Array.isArray(schema['type']) ? schema['type'] : [schema['type']]
  return types.map(textOf).find((type) => type !== '' && type !== 'null') ?? ''
}

function textKind(name: string, schema: JsonRecord): InputField['kind'] {
  const format = textOf(schema['format'])
  if (format === 'password' || schema['writeOnly'] === true || isSecretName(name)) return 'secret'
  if (format === 'date') return 'date'
  return (numberOf(schema['maxLength']) ?? 0) > longText ? 'long' : 'text'
}

function kindOf(name: string, schema: JsonRecord): InputField['kind'] {
  if (listOf(schema['enum']).length > 0) return 'choice'
  switch (typeOf(schema)) {
    case 'string':
      return textKind(name, schema)
    case 'number':
      return 'number'
    case 'integer':
      return 'integer'
    case 'boolean':
      return 'flag'
    default:
      return 'json'
  }
}

/** Levels of an example that are shown. */
const maxExampleLevels = 3

/** An example of the schema, else a value of its shape; null if neither is known. */
function exampleOf(schema: JsonRecord, levels = maxExampleLevels): Json {
  const given = listOf(schema['examples'])[0] ?? listOf(schema['enum'])[0] ?? schema['default']
  if (given !== undefined && given !== null) return given
  const type = typeOf(schema)
  if (type === 'array' && levels > 0 && schema['items'] !== undefined)
    return [exampleOf(recordOf(schema['items']), levels - 1)]
  const properties = Object.entries(recordOf(schema['properties']))
  if (type === 'object' && levels > 0 && properties.length > 0)
    return Object.fromEntries(properties.map(([name, inner]) => [name, exampleOf(recordOf(inner), levels - 1)]))
  return { string: 'text', number: 1, integer: 1, boolean: true }[type] ?? null
}

/** Hint for values that are typed as JSON. */
function jsonHint(schema: JsonRecord): string {
  const type = typeOf(schema)
  const example = exampleOf(schema)
  if (example !== null) return `For example: ${JSON.stringify(example)}`
  if (type === 'array') return 'A JSON list: [ … ]'
  return type === 'object' ? 'A JSON object: { … }' : 'Any JSON value. Put text in quotes.'
}

/** The fields of an object's schema; null if the schema has no properties, so that the whole input is typed as JSON. */
export function inputFields(schema: JsonRecord | null): InputField[] | null {
  const properties = recordOf(schema?.['properties'])
  if (schema === null || Object.keys(properties).length === 0) return null
  const required = listOf(schema['required'])
  return Object.entries(properties).map(([name, given]) => {
    const inner = recordOf(given)
    const kind = kindOf(name, inner)
    return {
      name,
      label: textOf(inner['title']) || name,
      hint: [textOf(inner['description']), kind === 'json' ? jsonHint(inner) : ''].filter(Boolean).join(' '),
      required: required.includes(name),
      kind,
      options: listOf(inner['enum']),
      initial: inner['default'],
      schema: inner,
    }
  })
}

const isSame = (a: Json, b: Json): boolean => JSON.stringify(a) === JSON.stringify(b)

function textFor({ kind, options }: InputField, value: Json | undefined): string {
  if (value === undefined || (value === null && kind !== 'json')) return ''
  if (kind === 'choice') {
    const at = options.findIndex((option) => isSame(option, value))
    return at === -1 ? '' : String(at)
  }
  if (kind === 'json') return JSON.stringify(value, null, 2)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** The texts of the fields for a value; absent parts and null get the defaults of the schema. */
export const typedInputOf = (fields: readonly InputField[], value: JsonRecord): TypedInput =>
  Object.fromEntries(fields.map((field) => [field.name, textFor(field, value[field.name] ?? field.initial)]))

export type InputRead = { value: Json | undefined } | { problem: string }

function readNumber({ kind, schema }: InputField, text: string): InputRead {
  const number = Number(text.trim())
  if (!Number.isFinite(number)) return { problem: 'This is not a number. Use digits and a point: 12.5.' }
  if (kind === 'integer' && !Number.isInteger(number)) return { problem: 'Use a whole number.' }
  const [least, most] = [numberOf(schema['minimum']), numberOf(schema['maximum'])]
  if (least !== null && number < least) return { problem: `Use ${least} or more.` }
  if (most !== null && number > most) return { problem: `Use ${most} or less.` }
  return { value: number }
}

function readText({ schema }: InputField, text: string): InputRead {
  const [least, most] = [numberOf(schema['minLength']), numberOf(schema['maxLength'])]
  if (least !== null && text.length < least) return { problem: `Use at least ${least} characters.` }
  if (most !== null && text.length > most) return { problem: `Use at most ${most} characters.` }
  return { value: text }
}

/** Parses typed JSON; returns a message if it is invalid. */
export function readInputJson(text: string): { value: Json } | { problem: string } {
  try {
    const value: Json = JSON.parse(text)
    return { value }
  } catch (error) {
    const why = error instanceof Error ? error.message.replace(/^JSON\.parse: /, '') : ''
    return { problem: `This is not JSON. ${why}` }
  }
}

function readField(field: InputField, text: string): InputRead {
  if (text === '' && field.required) return { problem: 'This field is required.' }
  // If the default is null, an empty field means null instead of an absent value.
  if (text === '') return { value: field.initial === null ? null : undefined }
  switch (field.kind) {
    case 'number':
    case 'integer':
      return readNumber(field, text)
    case 'flag':
      return { value: text === 'true' }
    case 'choice':
      return { value: field.options[Number(text)] }
    case 'json':
      return readInputJson(text)
    default:
      return readText(field, text)
  }
}

/**
 * The value of the fields, and problems by name of the field.
 * @param rest previous value, whose parts without a field are kept
 */
export function inputOf(
  fields: readonly InputField[],
  fieldTexts: TypedInput,
  rest: JsonRecord,
): { value: JsonRecord; problems: Record<string, string> } {
  const value: JsonRecord = { ...rest }
  const problems: Record<string, string> = {}
  for (const field of fields) {
    const read = readField(field, fieldTexts[field.name] ?? '')
    delete value[field.name]
    if ('problem' in read) problems[field.name] = read.problem
    else if (read.value !== undefined) value[field.name] = read.value
  }
  return { value, problems }
}

/** Masks that services return for secrets: dots or asterisks. */
const masked = /[•●]{3,}|\*{4,}/

/**
 * Removes masked texts from a value; in a list, null replaces them. If a mask was sent, it would replace the secret.
 */
export function withoutMasked(value: Json): { value: Json; maskedCount: number } {
  let maskedCount = 0
  const isMasked = (one: Json): boolean => typeof one === 'string' && masked.test(one)
  const text = JSON.stringify(value, (_name, inner: Json) => {
    if (isMasked(inner)) {
      maskedCount += 1
      return undefined
    }
    return inner
  })
  const clean: Json = text === undefined ? null : JSON.parse(text)
  return { value: clean, maskedCount }
}
