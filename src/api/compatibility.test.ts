import { expect, test } from 'vitest'
import { flow } from '#contract/flow.ts'
import { compatibility } from './compatibility.ts'

test('listeners are notified of an answer, and the snapshot stays the same until then', () => {
  let heard = 0
  const end = compatibility.subscribe(() => (heard += 1))
  const before = compatibility.snapshot()
  expect(compatibility.snapshot()).toBe(before)
  compatibility.note(flow.list, null)
  expect(compatibility.snapshot()).toMatchObject([{ id: 'flow.list', path: '/flow/', findings: null }])
  end()
  compatibility.forget()
  expect([heard, compatibility.snapshot()]).toEqual([1, []])
})
