import { expect, test } from 'vitest'
import { exampleInput } from './example-input.ts'

test('examples and defaults of a schema have precedence over its type', () => {
  const schema = {
    type: 'object',
    properties: {
      order_no: { type: 'string', examples: ['A-1'] },
      note: { type: 'string' },
      count: { type: 'integer', minimum: 3 },
      weight: { type: ['null', 'number'], default: 2.5 },
      size: { enum: ['S', 'M'] },
      urgent: { type: 'boolean' },
      day: { type: 'string', format: 'date' },
      lines: { type: 'array', items: { properties: { price: { type: 'number' } } } },
      what: {},
    },
  }
  expect(exampleInput(schema)).toEqual({
    order_no: 'A-1',
    note: '',
    count: 3,
    weight: 2.5,
    size: 'S',
    urgent: false,
    day: '2026-01-31',
    lines: [{ price: 1 }],
    what: null,
  })
})

test('a missing, malformed or too deep schema has a short example', () => {
  expect(exampleInput(null)).toEqual({})
  expect(exampleInput({ type: 'string' })).toBe('')
  expect(exampleInput({ type: 7, properties: 'x', enum: [] })).toEqual({})
  let deep: { type: string; items?: object } = { type: 'array' }
  for (let level = 0; level < 50; level += 1) deep = { type: 'array', items: deep }
  expect(JSON.stringify(exampleInput(JSON.parse(JSON.stringify(deep)))).length).toBeLessThan(40)
})
