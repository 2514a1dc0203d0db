import { expect, test } from 'vitest'
import { schemaFields } from './schema-fields.ts'

test('a schema is listed with types, required fields and nested fields', () => {
  const fields = schemaFields({
    required: ['order'],
    properties: {
      order: { type: 'object', properties: { lines: { type: 'array', items: { type: ['string', 'null'] } } } },
      parts: { type: 'array', items: { type: 'object', properties: { number: { enum: [1, 'two'] } } } },
      note: { description: 'What the person says' },
      odd: true,
    },
  })
  expect(fields.map(({ name, depth, type, required }) => [depth, name, type, required])).toEqual([
    [0, 'order', 'object', true],
    [1, 'lines', 'list of string or null', false],
    [0, 'parts', 'list of object', false],
    [1, 'number', '1, two', false],
    [0, 'note', 'any', false],
    [0, 'odd', 'any', false],
  ])
  expect(fields[4]?.description).toBe('What the person says')
  expect(schemaFields({ type: 'string' })).toEqual([])
})
