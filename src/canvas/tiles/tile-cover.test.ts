import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSharp, isUsable, viewFor, wholeFlowView, type TileWindow } from './tile-cover.ts'

const bounds = { x: -500, y: 100, width: 40_000, height: 9_000 }
const windows = fc.record({
  x: fc.double({ min: -60_000, max: 3_000, noNaN: true }),
  y: fc.double({ min: -20_000, max: 2_000, noNaN: true }),
  zoom: fc.double({ min: 0.005, max: 2.5, noNaN: true }),
  width: fc.integer({ min: 1, max: 2_600 }),
  height: fc.integer({ min: 1, max: 1_600 }),
  ratio: fc.constantFrom(1, 1.25, 1.5, 2),
})

test('a requested tile covers its viewport, is sharp there, and begins on a screen pixel', () => {
  fc.assert(
    fc.property(windows, (window) => {
      const view = viewFor(window, bounds)
      if (view === null) {
        expect(isUsable({ area: bounds, zoom: 1, ratio: 1 }, window, bounds)).toBe(true)
        return
      }
      expect(isUsable(view, window, bounds)).toBe(true)
      expect(isSharp(view, window, bounds)).toBe(true)
      const corner = (window.x + view.area.x * window.zoom) * window.ratio
      expect(Math.abs(corner - Math.round(corner))).toBeLessThan(0.01)
    }),
  )
})

test('a tile has a margin of at most half a viewport, and is not larger than the flow', () => {
  fc.assert(
    fc.property(windows, (window) => {
      const view = viewFor(window, bounds)
      if (view === null) return
      const most = Math.max(80, 2 * Math.max(window.width, window.height))
      const [rim, rounding] = [82, 1e-6]
      expect(view.area.width * window.zoom).toBeLessThanOrEqual(
        Math.min(window.width + most, bounds.width * window.zoom + rim) + 2 + rounding,
      )
    }),
  )
})

const window: TileWindow = { x: 500, y: -100, zoom: 1, width: 1_000, height: 800, ratio: 1 }

test('a tile is used while the viewport is within it at a similar zoom, and is sharp only at its own zoom', () => {
  const view = viewFor(window, bounds)
  if (view === null) throw new Error('nothing to paint')
  expect(isSharp(view, { ...window, x: 480 }, bounds)).toBe(true)
  expect(isSharp(view, { ...window, x: 480.5 }, bounds)).toBe(false)
  expect(isUsable(view, { ...window, x: -2_000 }, bounds)).toBe(false)
  expect(isUsable(view, { ...window, zoom: 1.6 }, bounds)).toBe(true)
  expect(isSharp(view, { ...window, zoom: 1.6 }, bounds)).toBe(false)
  expect(isUsable(view, { ...window, zoom: 2.6 }, bounds)).toBe(false)
  expect(isUsable(view, { ...window, ratio: 2 }, bounds)).toBe(false)
})

test('the whole-flow tile contains every part of the flow', () => {
  fc.assert(
    fc.property(windows, (any) => {
      const { area, zoom } = wholeFlowView(any, bounds)
      expect(area.x).toBeLessThan(bounds.x)
      expect(area.x + area.width).toBeGreaterThan(bounds.x + bounds.width)
      expect(area.y + area.height).toBeGreaterThan(bounds.y + bounds.height)
      expect(bounds.width * zoom).toBeLessThanOrEqual(any.width + 1)
    }),
  )
})
