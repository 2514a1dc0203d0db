import { expect, test } from 'vitest'
import { itemOfKey } from './menu-keys.ts'

const labels = ['Open', 'Rename', 'Export', 'Delete', 'Report']

test('arrows wrap around, Home and End go to the ends', () => {
  expect(itemOfKey('ArrowDown', -1, labels)).toBe(0)
  expect(itemOfKey('ArrowDown', 4, labels)).toBe(0)
  expect(itemOfKey('ArrowUp', -1, labels)).toBe(4)
  expect(itemOfKey('ArrowUp', 0, labels)).toBe(4)
  expect(itemOfKey('ArrowUp', 3, labels)).toBe(2)
  expect(itemOfKey('Home', 3, labels)).toBe(0)
  expect(itemOfKey('End', 1, labels)).toBe(4)
})

test('a letter moves to the next item that begins with it', () => {
  expect(itemOfKey('r', -1, labels)).toBe(1)
  expect(itemOfKey('R', 1, labels)).toBe(4)
  expect(itemOfKey('r', 4, labels)).toBe(1)
})

test('more letters narrow the choice, and stay on a matching item', () => {
  expect(itemOfKey('rep', 1, labels)).toBe(4)
  expect(itemOfKey('re', 1, labels)).toBe(1)
})

test('without a match there is no move', () => {
  expect(itemOfKey('z', 2, labels)).toBeNull()
  expect(itemOfKey('F5', 2, labels)).toBeNull()
  expect(itemOfKey('ArrowDown', -1, [])).toBeNull()
})
