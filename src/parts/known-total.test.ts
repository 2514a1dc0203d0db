import { expect, test } from 'vitest'
import { knownTotal } from './known-total.ts'

const here = { parameters: [], ordering: 'asked', loaded: 50, isWhole: false, isCut: false }

test('a total is one that somebody counted', () => {
  expect(knownTotal({ count: 3 })).toBe(3)
  const ofList = (hasTotal: boolean) => Object.assign({ count: 50 }, { here: { ...here, hasTotal } })
  expect(knownTotal(ofList(true))).toBe(50)
  expect(knownTotal(ofList(false))).toBeNull()
  expect(knownTotal(undefined)).toBeNull()
})
