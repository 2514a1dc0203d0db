import { expect, test } from 'vitest'
import { inputFields, inputOf, typedInputOf, withoutMasked } from './input-fields.ts'

const fields =
  inputFields({
    type: 'object',
    required: ['order_no', 'count', 'urgent'],
    properties: {
      order_no: { type: 'string', title: 'Order number', description: 'As on the invoice.', minLength: 3 },
      count: { type: 'integer', minimum: 1, maximum: 9, default: 2 },
      weight: { type: ['null', 'number'] },
      urgent: { type: 'boolean' },
      size: { enum: ['S', 'M', 3, null] },
      day: { type: 'string', format: 'date' },
      text: { type: 'string', maxLength: 4000 },
      api_key: { type: 'string' },
      lines: { type: 'array', items: { type: 'string' } },
    },
  }) ?? []

test('the kind of a field follows from the type, format and name of the property', () => {
  expect(Object.fromEntries(fields.map(({ name, kind }) => [name, kind]))).toEqual({
    order_no: 'text',
    count: 'integer',
    weight: 'number',
    urgent: 'flag',
    size: 'choice',
    day: 'date',
    text: 'long',
    api_key: 'secret',
    lines: 'json',
  })
  expect(fields[0]).toMatchObject({ label: 'Order number', hint: 'As on the invoice.', required: true })
})

test('a schema without properties has no form', () => {
  expect(inputFields(null)).toBeNull()
  expect(inputFields({ type: 'array' })).toBeNull()
  expect(inputFields({ type: 'object' })).toBeNull()
})

test('a value survives the round trip through the fields, including parts without a field', () => {
  const value = {
    order_no: 'A-17',
    count: 3,
    weight: 1.5,
    urgent: false,
    size: 3,
    lines: ['a', { b: 1 }],
    other: { kept: true },
  }
  const typed = typedInputOf(fields, value)
  expect(typed).toMatchObject({ order_no: 'A-17', count: '3', urgent: 'false', size: '2', day: '' })
  expect(inputOf(fields, typed, value)).toEqual({ value, problems: {} })
})

test('an empty form contains the defaults of the schema', () => {
  expect(typedInputOf(fields, {})).toMatchObject({ count: '2', order_no: '' })
})

test('problems are reported by field, and an empty optional field is omitted', () => {
  const { value, problems } = inputOf(fields, { order_no: 'A', count: '2.5', weight: 'x', lines: '[' }, {})
  expect(value).toEqual({})
  expect(problems).toEqual({
    order_no: 'Use at least 3 characters.',
    count: 'Use a whole number.',
    weight: 'This is not a number. Use digits and a point: 12.5.',
    urgent: 'This field is required.',
    lines: expect.stringContaining('This is not JSON.'),
  })
  expect(inputOf(fields, { count: '10' }, {}).problems['count']).toBe('Use 9 or less.')
})

test("masked values are removed from a run's input", () => {
  expect(withoutMasked({ a: 'x', key: '••••••••', deep: [{ token: '****' }] })).toEqual({
    value: { a: 'x', deep: [{}] },
    maskedCount: 2,
  })
})

test('the hint of a value that is typed as JSON has an example from the schema', () => {
  const rows = {
    type: 'array',
    items: { type: 'object', properties: { sku: { type: 'string' }, count: { examples: [3] } } },
  }
  const hints = inputFields({ properties: { rows, other: { type: 'array' } } })?.map(({ hint }) => hint)
  expect(hints).toEqual(['For example: [{"sku":"text","count":3}]', 'A JSON list: [ … ]'])
})
