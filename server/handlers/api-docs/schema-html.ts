/** A schema as nested tables of its fields. Pure. */
import { html, type Html } from '#lib/text/html.ts'
import { isRecord, listOf, recordOf, textOf, type Json, type JsonRecord } from '#lib/json/json.ts'
import { formsOf, largeFormsOf, limitsOf, typeWords } from './schema-words.ts'

/** `sent`: a body, whose required fields are marked; `received`: an answer, whose optional ones are. */
export type Side = 'sent' | 'received'

/** Tables with more fields are closed at first, where they are part of something. */
const openFields = 6

/** A schema that hangs below a field, with what it is called there. */
interface Nested {
  title: string
  schema: JsonRecord
}

/** "kind = "bearer"": the first fixed field of a form tells it from the others. */
function formTitle(form: JsonRecord, index: number): string {
  const fixed = Object.entries(recordOf(form['properties'])).find(([, each]) => recordOf(each)['const'] !== undefined)
  return fixed ? `${fixed[0]} = ${JSON.stringify(recordOf(fixed[1])['const'])}` : `Form ${index + 1}`
}

/** Schemas with fields within a schema: its own, those of its items, values and forms. */
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
  if (rows.length === 0) return html`<p>An object without fields.</p>`
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

/** The same, folded away where it has many fields. */
export function foldedSchemaHtml(value: Json, side: Side, label: string): Html {
  const count = fieldCount(recordOf(value))
  const schema = schemaHtml(value, side, label)
  if (count <= openFields) return schema
  return html`<details>
    <summary>${count} fields</summary>
    ${schema}
  </details>`
}
