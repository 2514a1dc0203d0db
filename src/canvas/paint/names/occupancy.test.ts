import { expect, test } from 'vitest'
import { Occupancy, taken } from './occupancy.ts'

const at = (x: number, y: number, width = 20, height = 20) => ({ x, y, width, height })

test('lines below a box are counted in cells, up to a limit', () => {
  const grid = new Occupancy(at(0, 0, 100, 100))
  grid.mark(at(0, 10, 100, 2), taken.line)
  expect(grid.linesBelow(at(0, 0), 0)).toBe(10)
  expect(grid.linesBelow(at(0, 20), 0)).toBe(0)
  expect(grid.linesBelow(at(0, 0), 0, { most: 10 })).toBe(Infinity)
  expect(grid.linesBelow(at(0, 0), 0, { most: 11 })).toBe(10)
  expect(grid.linesBelow(at(0, 0), taken.line)).toBe(Infinity)
  expect(grid.linesBelow(at(90, 0), 0)).toBe(Infinity)
})

test('every row of a box is looked at', () => {
  for (let y = 0; y < 20; y += 2) {
    const grid = new Occupancy(at(0, 0, 100, 100))
    grid.mark(at(8, y, 2, 2), taken.solid)
    expect(grid.linesBelow(at(0, 0), taken.solid)).toBe(Infinity)
  }
})

test('texts are taken away one by one, and leave lines and solid cells as they are', () => {
  const grid = new Occupancy(at(0, 0, 100, 100))
  grid.mark(at(0, 10, 100, 2), taken.line)
  grid.addText(at(0, 0))
  grid.addText(at(10, 0))
  expect(grid.linesBelow(at(0, 0), 0)).toBe(Infinity)
  expect(grid.linesBelow(at(0, 0), 0, { texts: 'ignore' })).toBe(10)
  grid.removeText(at(0, 0))
  expect(grid.linesBelow(at(0, 0, 10), 0)).toBe(5)
  expect(grid.linesBelow(at(0, 0), 0)).toBe(Infinity)
  grid.removeText(at(10, 0))
  expect(grid.linesBelow(at(0, 0), taken.solid)).toBe(10)
})
