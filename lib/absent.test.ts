import { expect, test } from 'vitest'
import { absentKey, filledFrom, isGiven } from './absent.ts'

test('fields missing from a response keep their known value, else they are absent', () => {
  const answer = { id: '', name: 'New', version: Number.NaN, tags: [], [absentKey]: ['id', 'version', 'tags'] }
  const known = { id: 'a', name: 'Old', version: 3, tags: [], [absentKey]: ['tags'] }
  const filled = filledFrom(answer, known)
  expect(filled).toMatchObject({ id: 'a', name: 'New', version: 3 })
  expect([isGiven(filled, 'version'), isGiven(filled, 'tags')]).toEqual([true, false])
  expect(isGiven(answer, 'version')).toBe(false)
  const whole = { id: 'a' }
  expect(filledFrom(whole, known)).toBe(whole)
})
