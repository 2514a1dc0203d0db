import { expect, test } from 'vitest'
import { absentKey, mergeKnownFields, isReturned } from './absent.ts'

test('fields missing from a response keep their known value, else they are absent', () => {
  const answer = { id: '', name: 'New', version: Number.NaN, tags: [], [absentKey]: ['id', 'version', 'tags'] }
  const known = { id: 'a', name: 'Old', version: 3, tags: [], [absentKey]: ['tags'] }
  const filled = mergeKnownFields(answer, known)
  expect(filled).toMatchObject({ id: 'a', name: 'New', version: 3 })
  expect([isReturned(filled, 'version'), isReturned(filled, 'tags')]).toEqual([true, false])
  expect(isReturned(answer, 'version')).toBe(false)
  const whole = { id: 'a' }
  expect(mergeKnownFields(whole, known)).toBe(whole)
})
