import { expect, test } from 'vitest'
import { clampWidth, paneLimits, widthAfterKey } from './pane-width.ts'
import { cssWidth, readWidth } from './pane.ts'

const range = { min: 240, share: 0.4 }

test('a pane takes at most its share of the window, and never less than its minimum', () => {
  expect(paneLimits(range, 1440)).toEqual({ min: 240, max: 576 })
  expect(paneLimits(range, 500)).toEqual({ min: 240, max: 240 })
})

test('a width of a large window is clamped in a smaller one', () => {
  expect(clampWidth(900, paneLimits(range, 2560))).toBe(900)
  expect(clampWidth(900, paneLimits(range, 1024))).toBe(409)
  expect(clampWidth(100, paneLimits(range, 1024))).toBe(240)
  expect(clampWidth(300.6, paneLimits(range, 1024))).toBe(301)
  expect(cssWidth('900', range)).toBe('clamp(240px, 900px, max(240px, 40vw))')
})

test('only a plausible stored width is used', () => {
  expect(readWidth('412')).toBe('412')
  for (const text of [null, '', '0', '-5', '12.5', 'wide', '99999', '1e3', '412px']) expect(readWidth(text)).toBe('')
})

test('arrow keys move the separator, whichever side of its pane it is on', () => {
  const limits = paneLimits(range, 1000)
  const after = (key: string, width: number, edge: 'left' | 'right') => widthAfterKey(key, width, { limits, edge })
  expect(after('ArrowRight', 300, 'right')).toBe(316)
  expect(after('ArrowLeft', 300, 'right')).toBe(284)
  expect(after('ArrowRight', 300, 'left')).toBe(284)
  expect(after('ArrowLeft', 300, 'left')).toBe(316)
  expect(after('ArrowRight', 395, 'right')).toBe(400)
  expect(after('Home', 300, 'right')).toBe(240)
  expect(after('End', 300, 'left')).toBe(400)
  expect(after('ArrowUp', 300, 'right')).toBeNull()
})
