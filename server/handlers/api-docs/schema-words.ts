/** Describes a schema in words: its type and its limits. Pure. */
import { html, type Html } from '#lib/text/html.ts'
import { isRecord, listOf, numberOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { anchorOf, referenceOf } from './document.ts'

/** Maximum characters of a pattern that is shown: longer ones are unreadable. */
const maxPattern = 60

const schemaLink = (name: string): Html => html`<a href="#${anchorOf('schema', name)}">${name}</a>`

const code = (value: Json): Html => html`<code>${JSON.stringify(value)}</code>`

function joined(parts: readonly Html[], word: string): Html {
  return html`${parts.map((part, index) => (index === 0 ? part : html`${word}${part}`))}`
}

/** Variants of a union; empty if the schema is not a union. */
export const formsOf = (schema: JsonRecord): Json[] => [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])]

const isNull = (schema: Json): boolean => recordOf(schema)['type'] === 'null'

/** Variants that are objects with fields, which need a table. */
export const largeFormsOf = (schema: JsonRecord): JsonRecord[] =>
  formsOf(schema).filter((form): form is JsonRecord => isRecord(form) && isRecord(form['properties']))

function unionWords(schema: JsonRecord): Html {
  const large = largeFormsOf(schema)
  const small = formsOf(schema).filter((form) => !isNull(form) && !(isRecord(form) && large.includes(form)))
  const several = large.length > 1 ? html`object, one of ${large.length} variants` : html`object`
  const parts = [...(large.length > 0 ? [several] : []), ...small.map(typeWords)]
  return joined([...parts, ...(formsOf(schema).some(isNull) ? [html`null`] : [])], ' or ')
}

function objectWords(schema: JsonRecord): Html {
  const { additionalProperties: values } = schema
  const isMap = !isRecord(schema['properties']) && isRecord(values) && Object.keys(values).length > 0
  return isMap ? html`object of ${typeWords(values)}` : html`object`
}

/** Type of a schema: `string (date-time)`, `list of Tool`, `one of "a", "b"`. */
export function typeWords(value: Json | undefined): Html {
  const schema = recordOf(value)
  const name = referenceOf(schema)
  if (name !== null) return schemaLink(name)
  if (schema['const'] !== undefined) return code(schema['const'])
  const choices = listOf(schema['enum'])
  if (choices.length > 0) return html`${choices.length > 1 ? 'one of ' : ''}${joined(choices.map(code), ', ')}`
  if (formsOf(schema).length > 0) return unionWords(schema)
  const types = Array.isArray(schema['type']) ? schema['type'].map(textOf) : [textOf(schema['type'])]
  return joined(
    types.map((type) => oneTypeWords(type, schema)),
    ' or ',
  )
}

function oneTypeWords(type: string, schema: JsonRecord): Html {
  if (type === 'array') return html`list of ${typeWords(schema['items'])}`
  if (type === 'object') return objectWords(schema)
  const format = textOf(schema['format'])
  if (type === '') return isRecord(schema['properties']) ? html`object` : html`any JSON`
  return html`${type}${format !== '' && ` (${format})`}`
}

function rangeWords(least: number | null, most: number | null, units: string): string[] {
  const unit = (most ?? least) === 1 ? units.replace(/s$/, '') : units
  if (least !== null && most !== null) return [least === most ? `${least}${unit}` : `${least} to ${most}${unit}`]
  if (most !== null) return [`at most ${most}${unit}`]
  return least === null ? [] : [`at least ${least}${unit}`]
}

/** A bound; null if it is only the safe integer range of JavaScript. */
function boundOf(value: Json | undefined): number | null {
  const bound = numberOf(value)
  return bound === null || Math.abs(bound) >= Number.MAX_SAFE_INTEGER ? null : bound
}

/** Limits of a schema: "1 to 200 characters". For a nullable schema, those of the other variant. */
export function limitsOf(value: Json | undefined): string[] {
  const schema = recordOf(value)
  const forms = formsOf(schema).filter((form) => !isNull(form))
  if (forms.length === 1) return limitsOf(forms[0])
  const least = numberOf(schema['minLength'])
  const pattern = textOf(schema['pattern'])
  const isShown = pattern !== '' && pattern.length <= maxPattern && schema['format'] === undefined
  return [
    ...rangeWords(least === 0 ? null : least, numberOf(schema['maxLength']), ' characters'),
    ...rangeWords(boundOf(schema['minimum']), boundOf(schema['maximum']), ''),
    ...rangeWords(numberOf(schema['minItems']), numberOf(schema['maxItems']), ' items'),
    ...(isShown ? [`matches ${pattern}`] : []),
    ...(schema['default'] === undefined ? [] : [`default ${JSON.stringify(schema['default'])}`]),
  ]
}
