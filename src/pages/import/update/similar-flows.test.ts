import { expect, test } from 'vitest'
import { isSameFlow, similarFlows } from './similar-flows.ts'

const flow = (nodes: number) => ({ id: `flw_${nodes}`, name: `Of ${nodes}`, nodes })

test('a few flows of nearly the same size may be the same flow', () => {
  const flows = [1, 24, 26, 30, 31, 33, 40, 5_000].map(flow)
  expect(similarFlows(30, flows).map(({ nodes }) => nodes)).toEqual([30, 31, 33])
  expect(similarFlows(3, [flow(3)])).toEqual([])
  expect(similarFlows(5_000, flows)).toEqual([])
})

test('the same origin, or most steps, make two flows the same one', () => {
  const steps = (before: number, after: number, same: number) => ({ steps: { before, after, same } })
  expect(isSameFlow({ ...steps(30, 30, 20), isSameOrigin: null })).toBe(true)
  expect(isSameFlow({ ...steps(30, 30, 19), isSameOrigin: false })).toBe(false)
  expect(isSameFlow({ ...steps(3, 3, 3), isSameOrigin: null })).toBe(false)
  expect(isSameFlow({ ...steps(30, 30, 1), isSameOrigin: true })).toBe(true)
})
