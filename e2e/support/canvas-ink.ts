/**
 * Ink of the painted canvas: how far its pixels are from the background. Read from its bitmap, because controls and
 * minimap cover parts of the canvas.
 */
import type { Page } from '@playwright/test'
import { colours } from '#canvas/pen/palette.ts'
import { noteTints } from '#flow/visual-kind/kind-hues.ts'
import { canvasOf, viewOf } from './flow-steps.ts'
import { expect } from './service.ts'

/** In canvas pixels. */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** Ink of one region. */
export interface Ink {
  /** Mean distance of the pixels from the background, 0 to 255: of the channel that differs most, and of each. */
  any: number
  red: number
  green: number
  blue: number
  /** Share of the pixels, 0 to 1, that have exactly the background colour of a note. */
  tint: number
}

/** What is painted for a measurement, on black: edges in red, or notes in green and groups in blue. */
export type MeasuredKind = 'edges' | 'areas'

/** A translucent blue, as groups are translucent in the themes: notes below them stay visible. */
const groupBlue = 'rgb(0 0 255 / 0.2)'

function measuredColour(name: (typeof colours)[number], kind: MeasuredKind): string {
  if (kind === 'edges') return name === 'edge' || name === 'bad-solid' ? 'rgb(255 0 0)' : 'transparent'
  if (name === 'group') return groupBlue
  // Edges cover areas, as they do in the themes.
  if (name === 'edge' || name === 'bad-solid') return 'rgb(0 0 0)'
  return /^note-[a-z]+(-line)?$/.test(name) ? 'rgb(0 255 0)' : 'transparent'
}

const measuredProperties = (kind: MeasuredKind): [property: string, value: string][] =>
  colours.map((name) => {
    if (name === 'card-shadow') return ['--shadow-card', '0 0 0 0 transparent']
    return [`${name === 'edge' || name === 'grid-dot' ? '--' : '--color-'}${name}`, measuredColour(name, kind)]
  })

/** The bitmap of the part near the viewport; the first one shows the whole flow while the viewport moves. */
const bitmapOf = (page: Page) => page.locator('.painting > canvas').nth(1)

/**
 * Repaints the open flow with edges only, or with notes and groups only, until the page is left. Everything else is
 * transparent, also the background, which is then black.
 */
export async function measureOnly(page: Page, kind: MeasuredKind): Promise<void> {
  await page.evaluate((properties) => {
    const { style, dataset } = document.documentElement
    for (const [property, value] of properties) style.setProperty(property, value)
    // The canvas reads its colours when the theme changes.
    dataset['theme'] = dataset['theme'] === 'light' ? '' : 'light'
  }, measuredProperties(kind))
  /** Whether a pixel has a colour of something else. Pixels are 0xAABBGGRR. */
  const hasOther = () =>
    bitmapOf(page).evaluate(
      (canvas: HTMLCanvasElement, otherChannels) => {
        const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d')
        if (context === null) throw new Error('This browser has no canvas.')
        context.drawImage(canvas, 0, 0)
        const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
        return new Uint32Array(data.buffer).some((pixel) => (pixel & otherChannels) !== 0)
      },
      kind === 'edges' ? 0xff_ff_00 : 0xff,
    )
  await expect.poll(hasOther).toBe(false)
}

/** Shows the whole flow, by the key for it. */
export async function showWholeFlow(page: Page): Promise<void> {
  await canvasOf(page).focus()
  await page.keyboard.press('0')
  // The bitmap ends with the flow, or beyond the canvas.
  await expect
    .poll(async () => {
      const { width, height } = await viewOf(page)
      const box = await bitmapOf(page).evaluate((canvas) => canvas.getBoundingClientRect().toJSON())
      return box.width <= width + 1 && box.height <= height + 1
    })
    .toBe(true)
}

/** The part of the flow that the canvas shows. */
export async function shownArea(page: Page): Promise<Area> {
  const { x, y, zoom, width, height } = await viewOf(page)
  return { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom }
}

/**
 * Ink of an area in regions, in rows from its top left, once the canvas is painted for its zoom; nothing is beyond the
 * bitmap. `slack`: device pixels around each region that count as well, because lines are on the nearest whole pixel.
 */
export async function inkOf(
  page: Page,
  area: Area,
  { columns, rows, slack = 0 }: { columns: number; rows: number; slack?: number },
): Promise<Ink[]> {
  const { zoom, x, y } = await viewOf(page)
  // While it has another scale, it is painted for another zoom.
  await expect(bitmapOf(page)).toHaveAttribute('style', /scale\(1\)/)
  return bitmapOf(page).evaluate(
    (canvas: HTMLCanvasElement, it) => {
      const contextFor = (width: number, height: number) => {
        const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true })
        if (context === null) throw new Error('This browser has no canvas.')
        return context
      }
      /** A colour of the theme as a pixel. */
      const pixelOf = (name: string): number => {
        const context = contextFor(1, 1)
        canvas.style.color = `var(--color-${name})`
        // On black, as the bitmap.
        for (context.fillStyle of ['black', getComputedStyle(canvas).color]) context.fillRect(0, 0, 1, 1)
        canvas.style.color = ''
        return new Uint32Array(context.getImageData(0, 0, 1, 1).data.buffer)[0] ?? 0
      }
      const ground = pixelOf('sunken')
      const tints = new Set(it.tints.map((tint) => pixelOf(`note-${tint}`)))
      const ratio = canvas.width / canvas.getBoundingClientRect().width
      const { e, f } = new DOMMatrix(getComputedStyle(canvas).transform)
      // Halves are rounded up, regardless of floating-point errors.
      const snap = (at: number) => Math.round(at * ratio + 1e-6)
      const column = (index: number) => snap((it.area.x + (index * it.area.width) / it.columns) * it.zoom + it.x - e)
      const row = (index: number) => snap((it.area.y + (index * it.area.height) / it.rows) * it.zoom + it.y - f)
      // Only the area is read: the bitmap extends beyond the canvas.
      const [left, top] = [column(0) - it.slack, row(0) - it.slack]
      const [width, height] = [column(it.columns) + it.slack - left, row(it.rows) + it.slack - top]
      const context = contextFor(width, height)
      context.fillStyle = `rgb(${ground & 255} ${(ground >> 8) & 255} ${(ground >> 16) & 255})`
      context.fillRect(0, 0, width, height)
      context.drawImage(canvas, -left, -top)
      const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)
      return Array.from({ length: it.columns * it.rows }, (_, index) => {
        const [regionX, regionY] = [index % it.columns, Math.floor(index / it.columns)]
        const [from, to] = [column(regionX) - left, column(regionX + 1) - left]
        const [first, last] = [row(regionY) - top, row(regionY + 1) - top]
        const sums = { any: 0, red: 0, green: 0, blue: 0, tint: 0 }
        for (let pixelY = first - it.slack; pixelY < last + it.slack; pixelY += 1)
          for (let at = pixelY * width + from - it.slack; at < pixelY * width + to + it.slack; at += 1) {
            const pixel = pixels[at] ?? 0
            if (pixel === ground) continue
            const red = Math.abs((pixel & 255) - (ground & 255))
            const green = Math.abs(((pixel >> 8) & 255) - ((ground >> 8) & 255))
            const blue = Math.abs(((pixel >> 16) & 255) - ((ground >> 16) & 255))
            sums.red += red
            sums.green += green
            sums.blue += blue
            sums.any += Math.max(red, green, blue)
            if (tints.has(pixel)) sums.tint += 1
          }
        const size = (to - from) * (last - first)
        const { any, red, green, blue, tint } = sums
        return { any: any / size, red: red / size, green: green / size, blue: blue / size, tint: tint / size }
      })
    },
    { area, columns, rows, slack, zoom, x, y, tints: noteTints },
  )
}
