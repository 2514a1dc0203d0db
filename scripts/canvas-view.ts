/** Reads the view of a page's canvas, and zooms it by the mouse wheel: for measurements and screenshots. */
import type { Page } from '@playwright/test'

/** Viewport of the canvas: its corner in pixels of the canvas element. */
export interface View {
  x: number
  y: number
  zoom: number
}

/** React Flow's zoom (d3-zoom): pixels of the wheel for a factor of two. */
export const wheelPerDoubling = 500
/** An animated zoom is awaited before the wheel is turned again. */
const retryLimits = { maxAttempts: 20, pollMs: 100, attemptsPerTurn: 5 }

/** The viewport of React Flow, relative to the canvas; null on a page without one. */
export const viewOf = (page: Page): Promise<View | null> =>
  page.evaluate(() => {
    const element = document.querySelector('.react-flow__viewport')
    if (element === null) return null
    const { a, e, f } = new DOMMatrix(getComputedStyle(element).transform)
    return { x: e, y: f, zoom: a }
  })

/** Brings the view to exactly this zoom around a point; returns false if that fails. */
export async function zoomTo(page: Page, { x, y }: { x: number; y: number }, zoom: number): Promise<boolean> {
  await page.mouse.move(x, y)
  for (let attempt = 0; attempt < retryLimits.maxAttempts; attempt += 1) {
    const now = (await viewOf(page))?.zoom ?? zoom
    if (Math.abs(now / zoom - 1) < 0.002) return true
    if (attempt % retryLimits.attemptsPerTurn === 0)
      await page.mouse.wheel(0, -Math.log2(zoom / now) * wheelPerDoubling)
    await new Promise((done) => void setTimeout(done, retryLimits.pollMs))
  }
  return false
}
