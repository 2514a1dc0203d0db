import fc from 'fast-check'
import { expect, test } from 'vitest'
import { overlaps } from './box-geometry.ts'
import { BoxGrid } from './box-grid.ts'

const length = fc.integer({ min: -60, max: 60 })
const size = fc.integer({ min: 1, max: 50 })
const box = fc.record({ x: length, y: length, width: size, height: size })

test('a grid finds what a comparison with all boxes finds', () => {
  fc.assert(
    fc.property(fc.array(box, { maxLength: 20 }), box, fc.integer({ min: 5, max: 40 }), (boxes, one, cell) => {
      const grid = new BoxGrid(cell)
      for (const other of boxes) grid.add(other)
      expect(grid.isTaken(one)).toBe(boxes.some((other) => overlaps(other, one)))
    }),
  )
})
