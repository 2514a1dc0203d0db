import { expect, test } from 'vitest'
import { z } from 'zod'
import { Fault } from './fault.ts'
import { validated } from './field-errors.ts'

const schema = z.strictObject({
  text: z.string().min(1).max(3),
  count: z.int().min(0).max(10),
  kind: z.enum(['a', 'b']),
  only: z.literal('x'),
  list: z.array(z.string()).max(1),
  email: z.email(),
  either: z.union([z.string(), z.number()]),
  own: z.string().max(2, 'Own words.'),
})

const right = { text: 'a', count: 1, kind: 'a', only: 'x', list: [], email: 'a@b.example', either: 1, own: '' }

test.each([
  [{ text: 1 }, { text: ['Use text.'] }],
  [{ text: '' }, { text: ['This field may not be empty.'] }],
  [{ text: 'abcd' }, { text: ['Use at most 3 characters.'] }],
  [{ count: '1' }, { count: ['Use a number.'] }],
  [{ count: 1.5 }, { count: ['Use a whole number.'] }],
  [{ count: -1 }, { count: ['Use at least 0.'] }],
  [{ count: 11 }, { count: ['Use at most 10.'] }],
  [{ kind: 'c' }, { kind: ['Use one of: a, b.'] }],
  [{ only: 'y' }, { only: ['Use x.'] }],
  [{ list: ['a', 'b'] }, { list: ['Use at most 1 entry.'] }],
  [{ list: {} }, { list: ['Use a list.'] }],
  [{ email: 'a' }, { email: ['Use an email address.'] }],
  [{ either: null }, { either: ['This value is not allowed.'] }],
  [{ own: 'abc' }, { own: ['Own words.'] }],
  [{ text: undefined }, { text: ['This field is required.'] }],
  [{ either: undefined }, { either: ['This field is required.'] }],
  [{ more: 1 }, { more: ['Unknown field.'] }],
])('%j has a message for users', (wrong, errors) => {
  let fault: unknown = null
  try {
    validated(schema, { ...right, ...wrong })
  } catch (error) {
    fault = error
  }
  expect(fault instanceof Fault ? fault.data() : fault).toMatchObject({ errors })
})
