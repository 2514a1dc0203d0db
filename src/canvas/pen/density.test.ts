import { expect, test } from 'vitest'
import { densityOf } from './density.ts'

const size = { width: 6, height: 4 }
const half = { a: 0.5, e: 0, f: 0 }
const rows = (counts: Uint8Array) =>
  Array.from({ length: size.height }, (_, y) => counts.slice(y * size.width, (y + 1) * size.width).join(''))

test('each pixel has the number of lines that cross it; a turn counts once', () => {
  const turn = [
    { x: 0, y: 0 },
    { x: 6, y: 0 },
    { x: 6, y: 6 },
    { x: 10, y: 6 },
  ]
  const level = [
    { x: 10, y: 2 },
    { x: 2, y: 2 },
  ]
  expect(rows(densityOf([turn, level], half, size))).toEqual(['111100', '011211', '000100', '000111'])
})

test('lines are cut at the border of the image, and those outside count nowhere', () => {
  const through = [
    { x: -100, y: 4 },
    { x: 100, y: 4 },
    { x: 100, y: 100 },
  ]
  const outside = [
    { x: -100, y: -50 },
    { x: 100, y: -50 },
  ]
  expect(rows(densityOf([through, outside], half, size))).toEqual(['000000', '000000', '111111', '000000'])
})

test('a line shorter than a pixel has one, and more than 255 lines stay 255', () => {
  const dot = [
    { x: 2, y: 2 },
    { x: 2.4, y: 2 },
  ]
  expect(rows(densityOf([dot], half, size))[1]).toBe('010000')
  expect(
    Math.max(
      ...densityOf(
        Array.from({ length: 300 }, () => dot),
        half,
        size,
      ),
    ),
  ).toBe(255)
})

test('each region with ink in a large picture has ink in a small one', () => {
  // Short and long lines, spread unevenly: some regions have a single one.
  const lines = Array.from({ length: 60 }, (_, index) => {
    const [x, y] = [(index * index * 37) % 1000, (index * 271) % 1000]
    return [
      { x, y },
      { x: x + 3 + (index % 7) * 20, y },
      { x: x + 3 + (index % 7) * 20, y: y + (index % 5) * 9 },
    ]
  })
  const inkedRegions = (side: number): string[] => {
    const counts = densityOf(lines, { a: side / 1000, e: 0, f: 0 }, { width: side, height: side })
    const regions = new Set<string>()
    for (const [index, count] of counts.entries()) {
      const region = (at: number) => Math.floor((at * 8) / side)
      if (count > 0) regions.add(`${region(index % side)}:${region(Math.floor(index / side))}`)
    }
    return [...regions].toSorted()
  }
  expect(inkedRegions(2000).length).toBeGreaterThan(20)
  expect(inkedRegions(40)).toEqual(inkedRegions(2000))
})
