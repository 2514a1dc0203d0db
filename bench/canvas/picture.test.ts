import { expect, test } from 'vitest'
import type { Box } from '#canvas/geometry/box-geometry.ts'
import { isFitProven, fitEvidenceOf } from './judge.ts'
import { contrastOf, differenceOf, inkedShareOf, type Picture, shownOf } from './picture.ts'

const ground = [241, 245, 245] as const
const canvas = { x: 52, y: 129, width: 1228, height: 671 }
const view = { x: 100, y: 20, zoom: 0.2 }
const cards = Array.from({ length: 60 }, (_, index) => ({
  x: (index % 12) * 300,
  y: Math.floor(index / 12) * 300,
  width: 216,
  height: 70,
}))
const bounds = { x: 0, y: 0, width: 3600, height: 1300 }

/** The window with the cards drawn in a pale colour, displaced by a distance. */
function drawn(boxes: readonly Box[], aside = 0): Picture {
  const [width, height] = [1280, 800]
  const rgba = new Uint8Array(4 * width * height)
  for (let at = 0; at < width * height; at += 1) rgba.set([...ground, 255], 4 * at)
  for (const box of boxes) {
    const left = Math.round(canvas.x + view.x + box.x * view.zoom + aside)
    const top = Math.round(canvas.y + view.y + box.y * view.zoom)
    for (let y = top; y < top + box.height * view.zoom; y += 1)
      for (let x = left; x < Math.min(width, left + box.width * view.zoom); x += 1)
        rgba.set([230, 239, 251, 255], 4 * (y * width + x))
  }
  return { width, height, rgba }
}
const judge = (picture: Picture) => fitEvidenceOf(picture, { canvas, view, ground }, { cards, bounds })

test('a picture with every card in its place passes', () => {
  expect(judge(drawn(cards))).toEqual({ inkedShare: 1, outside: 0 })
  expect(isFitProven(judge(drawn(cards)))).toBe(true)
})

test('the blank page in place of the flow is detected', () => {
  expect(judge(drawn([])).inkedShare).toBe(0)
  expect(isFitProven(judge(drawn([])))).toBe(false)
})

test.each([
  ['a picture without a tenth of the cards', drawn(cards.slice(6))],
  ['a displaced flow', drawn(cards, 150)],
  ['a flow displaced by less than a card', drawn(cards, 50)],
])('%s is detected', (_, picture) => {
  expect(isFitProven(judge(picture))).toBe(false)
})

test('ink of cards relative to the gaps is about 1 or less if they are displaced', () => {
  const boxes = cards.map((card) => ({
    ...card,
    x: canvas.x + view.x + card.x * view.zoom,
    y: canvas.y + view.y + card.y * view.zoom,
    width: 43,
    height: 14,
  }))
  const gaps = boxes.map((box) => ({ ...box, y: box.y + 30 }))
  expect(contrastOf(drawn(cards), boxes, gaps, ground)).toBeGreaterThan(5)
  const lower = cards.map((card) => ({ ...card, y: card.y + 140 }))
  expect(contrastOf(drawn(lower), boxes, gaps, ground)).toBeLessThan(1.5)
})

test('a picture shows the flow once it has the ink of the final one', () => {
  const final = drawn(cards)
  expect(shownOf(drawn([]), final, canvas, ground)).toBe(0)
  expect(shownOf(drawn(cards.slice(0, 30)), final, canvas, ground)).toBeCloseTo(0.5, 1)
  expect(shownOf(final, final, canvas, ground)).toBe(1)
})

test('the difference is the share of changed pixels, and 1 between pictures of different sizes', () => {
  expect(differenceOf(drawn(cards), drawn(cards), canvas, 8)).toBe(0)
  expect(differenceOf(drawn([]), drawn(cards), canvas, 8)).toBeCloseTo((60 * 44 * 14) / (1228 * 671), 2)
  expect(differenceOf({ width: 1, height: 1, rgba: new Uint8Array(4) }, drawn([]), canvas, 8)).toBe(1)
})

test('a box smaller than a pixel counts as one pixel, a box outside of the picture is skipped', () => {
  expect(inkedShareOf(drawn(cards), [{ x: 155, y: 152, width: 0.2, height: 0.2 }], ground)).toBe(1)
  expect(inkedShareOf(drawn(cards), [{ x: -5, y: 152, width: 4, height: 4 }], ground)).toBe(0)
})
