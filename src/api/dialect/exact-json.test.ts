import { expect, test } from 'vitest'
import { exactJson } from './exact-json.ts'

const read = (raw: string) => exactJson(raw, JSON.parse(raw))

/** Older engines do not tell the text of a number: they leave it. */
const tellsText = (() => {
  let told = false
  JSON.parse('1', (_key, value, ...rest: unknown[]) => {
    told = rest.length > 0
    return value
  })
  return told
})()

test.runIf(tellsText)('ids of 19 digits keep all of them', () => {
  expect(read('[{"id": 1234567890123456789, "n": 5, "t": "1234567890123456789", "x": 1e20}]')).toEqual([
    { id: '1234567890123456789', n: 5, t: '1234567890123456789', x: 1e20 },
  ])
})

test('an answer without long numbers is not parsed again', () => {
  const json = { id: 5 }
  expect(exactJson('{"id":5,"at":1763000000000}', json)).toBe(json)
})
