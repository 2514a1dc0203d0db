import { expect, test } from 'vitest'
import { besideAnchor, listRoom, underAnchor } from './anchor-position.ts'

const room = { width: 400, height: 300 }
const size = { width: 100, height: 20 }

test('a box is centred beside its anchor, six pixels away', () => {
  const anchor = { left: 150, top: 100, width: 60, height: 30 }
  expect(besideAnchor(anchor, size, 'top', room)).toEqual({ left: 130, top: 74 })
  expect(besideAnchor(anchor, size, 'bottom', room)).toEqual({ left: 130, top: 136 })
  expect(besideAnchor(anchor, size, 'right', room)).toEqual({ left: 216, top: 105 })
})

test('a box moves to the other side if there is no space', () => {
  expect(besideAnchor({ left: 150, top: 4, width: 60, height: 30 }, size, 'top', room)).toEqual({ left: 130, top: 40 })
  expect(besideAnchor({ left: 350, top: 100, width: 40, height: 30 }, size, 'right', room)).toEqual({
    left: 244,
    top: 105,
  })
})

test('a box stays within the window', () => {
  expect(besideAnchor({ left: 2, top: 100, width: 20, height: 20 }, size, 'bottom', room)).toEqual({
    left: 8,
    top: 126,
  })
  expect(besideAnchor({ left: 380, top: 100, width: 20, height: 20 }, size, 'bottom', room)).toEqual({
    left: 292,
    top: 126,
  })
})

test('a box is aligned under its anchor, or above it if there is no space', () => {
  const anchor = { left: 150, top: 100, width: 60, height: 30 }
  expect(underAnchor(anchor, size, 'start', room)).toEqual({ left: 150, top: 136 })
  expect(underAnchor(anchor, size, 'end', room)).toEqual({ left: 110, top: 136 })
  expect(underAnchor({ ...anchor, top: 260 }, size, 'start', room)).toEqual({ left: 150, top: 234 })
  expect(underAnchor({ ...anchor, left: 20 }, size, 'end', room)).toEqual({ left: 8, top: 136 })
})

test('a list is under its anchor while it has 240 pixels there, and lower above it', () => {
  expect(listRoom({ top: 100, height: 30 }, 900)).toBe(520)
  expect(listRoom({ top: 600, height: 30 }, 900)).toBe(256)
  expect(listRoom({ top: 700, height: 30 }, 900)).toBe(360)
  expect(listRoom({ top: 150, height: 30 }, 380)).toBe(186)
})
