import { expect, test } from 'vitest'
import { deliveryVerdicts } from '#contract/channel.ts'
import { deliveryStyle, missingBytes, readableBody, verdictStyle, verdictWord } from './delivery-words.ts'

test('every verdict has a name and an explanation; an unknown one is shown unchanged', () => {
  const words = deliveryVerdicts.map(verdictWord)
  expect(new Set(words).size).toBe(deliveryVerdicts.length)
  for (const verdict of deliveryVerdicts) expect(verdictStyle(verdict).advice).toMatch(/\.$/)
  expect(verdictStyle('lost in the post')).toMatchObject({ word: 'lost in the post', advice: '' })
  expect(verdictWord('constructor')).toBe('constructor')
})

test('an accepted delivery whose run was blocked is not shown as accepted', () => {
  const run = (status: string) => ({ verdict: 'accepted' as const, run: { id: 'run_1', status } })
  expect(deliveryStyle(run('blocked'))).toMatchObject({ word: 'Accepted, blocked', tone: 'warn' })
  expect(deliveryStyle(run('succeeded'))).toMatchObject({ word: 'Accepted', tone: 'ok' })
})

test('JSON is indented, everything else stays unchanged', () => {
  expect(readableBody('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(readableBody('{"a":[1')).toBe('{"a":[1')
  expect(readableBody('a=1&b=2')).toBe('a=1&b=2')
})

test('the number of bytes that are not stored', () => {
  expect(missingBytes({ body: 'äb', size: 3 })).toBe(0)
  expect(missingBytes({ body: 'äb', size: 1003 })).toBe(1000)
  expect(missingBytes({ body: null, size: 33_000_000 })).toBe(0)
})
