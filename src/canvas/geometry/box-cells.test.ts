import { expect, test } from 'vitest'
import { BoxCells } from './box-cells.ts'

test('a box is free if it overlaps none, in whichever cells they are', () => {
  const cells = new BoxCells(10)
  cells.add({ x: -5, y: 5, width: 30, height: 4 })
  for (const x of [-14, -5, 0, 18, 24]) expect(cells.isFree({ x, y: 0, width: 10, height: 6 })).toBe(false)
  for (const x of [-15, 25]) expect(cells.isFree({ x, y: 0, width: 10, height: 6 })).toBe(true)
  expect(cells.isFree({ x: 0, y: 9, width: 10, height: 6 })).toBe(true)
  expect(cells.comparisons).toBeGreaterThan(0)
})
