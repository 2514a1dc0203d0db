import { expect, test } from 'vitest'
import { Trackpad } from './trackpad.ts'

const wheelEvent = (deltaX: number, deltaY: number, timeStamp: number, ctrlKey = false) => ({
  deltaX,
  deltaY,
  timeStamp,
  ctrlKey,
  metaKey: false,
})

test('a wheel zooms, however small its steps are', () => {
  const pad = new Trackpad()
  expect([wheelEvent(0, 120, 0), wheelEvent(0, 4, 500), wheelEvent(0, 4, 516)].map((one) => pad.isSwipe(one))).toEqual([
    false,
    false,
    false,
  ])
})

test('a swipe that begins sideways pans to its end, and later vertical swipes pan too', () => {
  const pad = new Trackpad()
  expect(pad.isSwipe(wheelEvent(3, 10, 0))).toBe(true)
  expect(pad.isSwipe(wheelEvent(0, 90, 16))).toBe(true)
  expect(pad.isSwipe(wheelEvent(0, 6, 2_000))).toBe(true)
  // A mouse beside the trackpad.
  expect(pad.isSwipe(wheelEvent(0, 120, 4_000))).toBe(false)
})

test('a pinch zooms, and Shift with a wheel scrolls sideways without counting as a trackpad', () => {
  const pad = new Trackpad()
  expect(pad.isSwipe(wheelEvent(0, 4, 0, true))).toBe(false)
  expect(pad.isSwipe(wheelEvent(120, 0, 500))).toBe(true)
  expect(pad.isSwipe(wheelEvent(0, 6, 2_000))).toBe(false)
})
