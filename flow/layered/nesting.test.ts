import { expect, test } from 'vitest'
import { nestingOf } from './nesting.ts'

test('missing parents and cycles end on the canvas, other parents are kept', () => {
  const { parent, insideOut } = nestingOf(Int32Array.of(-1, 0, 1, 9, 4, 6, 5))
  expect([...parent.subarray(0, 5)]).toEqual([-1, 0, 1, -1, -1])
  expect([...parent.subarray(5)].filter((holder) => holder === -1)).toHaveLength(1)
  for (const [node, holder] of parent.entries())
    if (holder !== -1) expect(insideOut.indexOf(node)).toBeLessThan(insideOut.indexOf(holder))
})
