import { expect, test } from 'vitest'
import { asksForMe, knownTotal } from './known-total.ts'

const here = { parameters: [], ordering: 'asked', loaded: 50, isComplete: false, isTruncated: false }

test('a total is known only if the service or the console counted it', () => {
  expect(knownTotal({ count: 3 })).toBe(3)
  const ofList = (hasTotal: boolean) => Object.assign({ count: 50 }, { localHandling: { ...here, hasTotal } })
  expect(knownTotal(ofList(true))).toBe(50)
  expect(knownTotal(ofList(false))).toBeNull()
  expect(knownTotal(undefined)).toBeNull()
})

test('only the value "me" refers to the current user', () => {
  expect(asksForMe(new URLSearchParams('assignee=me&status=open'))).toBe(true)
  expect(asksForMe(new URLSearchParams('assignee=none,me'))).toBe(true)
  expect(asksForMe(new URLSearchParams('assignee=meg&q=mean'))).toBe(false)
})
