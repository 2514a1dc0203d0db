/** HTML of a schema: nested tables of fields. Pure. */
import { html, type Html } from '#lib/text/html.ts'
import { isRecord, listOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { formsOf, largeFormsOf, limitsOf, typeWords } from './schema-words.ts'

/** `sent`: a request body, with required fields marked; `received`: a response, with optional fields marked. */
export type Side = 'sent' | 'received'

/** Nested tables with more fields are initially collapsed. */
const openFields = 6

/** A schema nested below a field, with its heading. */
interface Nested {
  title: string
  schema: JsonRecord
}

/** Heading of a variant, from its first constant field: `kind = "bearer"`. */
function formTitle(form: JsonRecord, index: number): string {
  const fixed = Object.entries(recordOf(form['properties'])).find(([, each]) => recordOf(each)['const'] !== undefined)
  return fixed ? `${fixed[0]} = ${JSON.stringify(recordOf(fixed[1])['const'])}` : `Variant ${index + 1}`
}

/** Nested schemas with fields: the schema itself, or its items, values and variants. */
function nestedOf(schema: Json | undefined, title: string): Nested[] {
  if (!isRecord(schema)) return []
  if (isRecord(schema['properties'])) return [{ title, schema }]
  const large = largeFormsOf(schema)
  const small = formsOf(schema).filter((form) => !(isRecord(form) && large.includes(form)))
  return [
    ...large.map((form, index) => ({ title: large.length > 1 ? formTitle(form, index) : title, schema: form })),
    ...small.flatMap((form) => nestedOf(form, title)),
    ...nestedOf(schema['items'], 'Each item'),
    ...nestedOf(schema['additionalProperties'], 'Each value'),
  ].filter((each) => isRecord(each.schema['properties']))
}

const fieldCount = (schema: JsonRecord): number => Object.keys(recordOf(schema['properties'])).length

const nestedHtml = ({ title, schema }: Nested, side: Side): Html => {
  const count = fieldCount(schema)
  const inner = fieldTable(schema, side, title)
  return html`<details ${count <= openFields && html`open`}>
    <summary>${title}</summary>
    ${inner}
  </details>`
}

function fieldRows(name: string, value: Json, isRequired: boolean, side: Side): Html {
  const mark =
    side === 'sent'
      ? isRequired && html`<span class="required">required</span>`
      : !isRequired && html`<span>optional</span>`
  const description = textOf(recordOf(value)['description'])
  const limits = limitsOf(value)
  const nested = nestedOf(value, `Fields of ${name}`)
  return html`<tr>
      <th scope="row"><code>${name}</code> ${mark}</th>
      <td>
        ${typeWords(value)}${limits.length > 0 && html` <span class="limits">${limits.join('; ')}</span>`}
        ${description !== '' && html`<p>${description}</p>`}
      </td>
    </tr>
    ${
      nested.length > 0 &&
      html`<tr class="nested">
        <td colspan="2">${nested.map((each) => nestedHtml(each, side))}</td>
      </tr>`
    }`
}

function fieldTable(schema: JsonRecord, side: Side, label: string): Html {
  const required = new Set(listOf(schema['required']))
  const rows = Object.entries(recordOf(schema['properties'])).map(([name, value]) =>
    fieldRows(name, value, required.has(name), side),
  )
  if (rows.length === 0) return html`<p>Object without fields.</p>`
  return html`<table class="fields" aria-label="${label}">
    <thead>
      <tr>
        <th scope="col">Field</th>
        <th scope="col">Type</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
}

/** `label` names the table for screen readers. */
export function schemaHtml(value: Json, side: Side, label: string): Html {
  const schema = recordOf(value)
  const description = textOf(schema['description'])
  const text = description !== '' && html`<p>${description}</p>`
  if (isRecord(schema['properties'])) return html`${text}${fieldTable(schema, side, label)}`
  const limits = limitsOf(value)
  const words = html`<p>
    ${typeWords(value)}${limits.length > 0 && html` <span class="limits">${limits.join('; ')}</span>`}
  </p>`
  return html`${text}${words}${nestedOf(schema, label).map((each) => nestedHtml(each, side))}`
}

/** Like `schemaHtml`, collapsed if there are many fields. */
export function foldedSchemaHtml(value: Json, side: Side, label: string): Html {
  const count = fieldCount(recordOf(value))
  const schema = schemaHtml(value, side, label)
  if (count <= openFields) return schema
  return html`<details>
    <summary>${count} fields</summary>
    ${schema}
  </details>`
}
