/** Unit tests of the hostile bench: what is sent, and what counts as found. */
import { describe, expect, test } from 'vitest'
import { markOf } from '#test/support/canaries.ts'
import { findCanary } from './canary-forms.ts'
import { seededRandom, sampleEvenly } from './random.ts'
import { pathsIn, replacedAt, valueFor } from './schema-values.ts'
import { Tally } from './suite.ts'
import { tableOf } from './table.ts'

const secret = markOf(17)
const base64 = (text: string) => Buffer.from(text).toString('base64')

describe('canaries', () => {
  test.each([
    ['plain', secret],
    ['lower case', secret.toLowerCase()],
    ['reversed', [...secret].toReversed().join('')],
    ['hex', Buffer.from(secret).toString('hex')],
    ['base64', base64(secret)],
    ['base64 after a user name', base64(`u:${secret}`)],
    ['base64 after a longer user name', base64(`me:${secret}`)],
    ['base64 twice', base64(base64(secret))],
    ['letter by letter', [...secret].join('-')],
    ['percent-encoded', [...secret].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join('')],
    ['a part', secret.slice(10, 30)],
  ])('a canary is found: %s', (_, text) => expect(findCanary(`{"a":"before ${text} behind"}`)).not.toBeNull())

  test('nothing is found in other texts', () => {
    expect(findCanary(`Zq7R0017 ${base64('nothing of it')} {"set":true,"last4":"${secret.slice(-4)}"}`)).toBeNull()
  })
})

test('a generated value fits its schema, and the value at every path can be replaced', () => {
  const schema = {
    type: 'object',
    required: ['name', 'list'],
    properties: {
      name: { type: 'string', minLength: 3 },
      list: { type: 'array', minItems: 1, items: { enum: ['a', 'b'] } },
      count: { type: 'integer', minimum: 5, maximum: 6 },
    },
  }
  for (let start = 0; start < 50; start += 1) {
    const value = valueFor(schema, seededRandom(start))
    expect(value).toMatchObject({ name: expect.stringMatching(/^.{3,}$/), list: expect.arrayContaining([]) })
    if (typeof value === 'object' && value !== null && 'count' in value) expect([5, 6]).toContain(value.count)
  }
  const value = { a: [1, { b: 2 }] }
  expect(pathsIn(value)).toEqual([[], ['a'], ['a', 0], ['a', 1], ['a', 1, 'b']])
  expect(replacedAt(value, ['a', 1, 'b'], null)).toEqual({ a: [1, { b: null }] })
})

test('a sample is spread evenly over the list', () => {
  expect(sampleEvenly([1, 2, 3], 5)).toEqual([1, 2, 3])
  const some = sampleEvenly(
    Array.from({ length: 100 }, (_, index) => index),
    10,
  )
  expect(some).toHaveLength(10)
  expect(some.at(-1)).toBeGreaterThanOrEqual(90)
})

test('the table counts cases and failures', () => {
  const tally = new Tally()
  tally.check(true, 'fine', () => '')
  tally.check(false, 'not fine', () => 'how')
  tally.worst('ping', 12.4, 'ms')
  const table = tableOf([{ suite: 'isolation', kind: 'pglite', tally, seconds: 3 }])
  expect(table).toMatch(/isolation\s+pglite\s+2\s+1\s+3\s+ping 12 ms/)
})
