/** Difference between the painted bitmap and the mounted nodes: the same view with and without the nodes. */
import type { Page } from '@playwright/test'
import { zoomTo } from '#scripts/canvas-view.ts'
import type { Decoder } from './decode.ts'
import { differenceOf } from './picture.ts'

/** Zooms at which nodes are mounted and a swap could be visible. */
export const swapZooms = [0.6, 0.7, 1] as const
/** Minimum visible difference of a pixel. */
const levels = 24
const settleMs = 700

/** Share of the canvas's pixels that differ, for each of the zooms. */
export async function swapsOf(page: Page, position: { x: number; y: number }, decoder: Decoder): Promise<number[]> {
  const box = await page.locator('.react-flow').boundingBox()
  if (box === null) throw new Error('There is no canvas to compare.')
  const differences: number[] = []
  for (const zoom of swapZooms) {
    await zoomTo(page, position, zoom)
    await page.waitForTimeout(settleMs)
    const mounted = await decoder.decode((await page.screenshot()).toString('base64'))
    await page.evaluate(() => {
      // A constructed stylesheet passes the Content-Security-Policy, a style element would not.
      const sheet = new CSSStyleSheet()
      sheet.replaceSync('.react-flow__nodes, .react-flow__edges { opacity: 0 !important }')
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
    })
    const painted = await decoder.decode((await page.screenshot()).toString('base64'))
    await page.evaluate(() => void (document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)))
    differences.push(differenceOf(mounted, painted, box, levels))
  }
  return differences
}
