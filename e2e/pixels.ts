/** What a picture shows, as the browser sees it. */
import type { Page } from '@playwright/test'

export interface Pixels {
  width: number
  height: number
  /** Brightness of the pixel at the top left, 0 to 255. */
  corner: number
  /** Mean brightness, 0 to 255. */
  brightness: number
  colours: number
  /** Part of the picture that has not its commonest colour: what stands on the ground. */
  ink: number
}

/** Looks at a PNG. */
export const pixelsOf = (page: Page, png: Buffer): Promise<Pixels> =>
  page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const { width, height } = bitmap
    const context = new OffscreenCanvas(width, height).getContext('2d')
    if (context === null) throw new Error('This browser has no canvas.')
    context.drawImage(bitmap, 0, 0)
    const pixels = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer)
    const counts = new Map<number, number>()
    let sum = 0
    for (const pixel of pixels) {
      counts.set(pixel, (counts.get(pixel) ?? 0) + 1)
      sum += pixel & 0xff
    }
    return {
      width,
      height,
      corner: (pixels[0] ?? 0) & 0xff,
      brightness: sum / pixels.length,
      colours: counts.size,
      ink: 1 - Math.max(...counts.values()) / pixels.length,
    }
  }, png.toString('base64'))
