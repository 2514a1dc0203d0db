import { expect, test } from 'vitest'
import { flow } from '#contract/flow.ts'
import { compatibility } from './compatibility.ts'

test('the snapshot changes only with a recorded answer, and listeners are then notified', () => {
  let notifications = 0
  const end = compatibility.subscribe(() => (notifications += 1))
  const before = compatibility.snapshot()
  expect(compatibility.snapshot()).toBe(before)
  compatibility.record(flow.list, null)
  expect(compatibility.snapshot()).toMatchObject([{ id: 'flow.list', path: '/flow/', findings: null }])
  end()
  compatibility.clear()
  expect([notifications, compatibility.snapshot()]).toEqual([1, []])
})
