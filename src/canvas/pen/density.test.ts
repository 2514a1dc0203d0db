import { expect, test } from 'vitest'
import { densityOf } from './density.ts'

const size = { width: 6, height: 4 }
const at = { a: 0.5, e: 0, f: 0 }
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
  expect(rows(densityOf([turn, level], at, size))).toEqual(['111100', '011211', '000100', '000111'])
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
  expect(rows(densityOf([through, outside], at, size))).toEqual(['000000', '000000', '111111', '000000'])
})

test('a line shorter than a pixel has one, and more than 255 lines stay 255', () => {
  const dot = [
    { x: 2, y: 2 },
    { x: 2.4, y: 2 },
  ]
  expect(rows(densityOf([dot], at, size))[1]).toBe('010000')
  expect(
    Math.max(
      ...densityOf(
        Array.from({ length: 300 }, () => dot),
        at,
        size,
      ),
    ),
  ).toBe(255)
})
