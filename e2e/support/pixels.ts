/** Analysis of screenshots in the browser. */
import type { Page } from '@playwright/test'

export interface Pixels {
  width: number
  height: number
  /** Brightness of the pixel at the top left, 0 to 255. */
  corner: number
  /** Mean brightness, 0 to 255. */
  brightness: number
  colours: number
  /** Share of the picture that does not have its most frequent colour. */
  ink: number
}

/** Analyses a PNG. */
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

/** Number of pixels of a PNG whose colour is `colour`, such as "#0a626e", within a tolerance. */
export const pixelsIn = (page: Page, png: Buffer, colour: string): Promise<number> =>
  page.evaluate(
    async ([text, hex]) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
      if (context === null) throw new Error('This browser has no canvas.')
      context.drawImage(bitmap, 0, 0)
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
      const wantedRgb = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
      let count = 0
      for (let at = 0; at < data.length; at += 4)
        if (wantedRgb.every((level, channel) => Math.abs((data[at + channel] ?? 0) - level) <= 1)) count += 1
      return count
    },
    [png.toString('base64'), colour] as const,
  )

export interface Difference {
  /** Share of the pixels with a channel that differs by more than 24 of 255, in percent. */
  different: number
  /** Offset in pixels, right and down, at which the second picture is most similar to the first. */
  best: [number, number]
}

/** Compares two PNGs of the same size. */
export const compare = (page: Page, one: Buffer, other: Buffer): Promise<Difference> =>
  page.evaluate(
    async ([a, b]) => {
      const visible = 24
      const offsets = [-1, 0, 1]
      const load = async (text: string) => {
        const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
        const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
        const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
        if (context === null) throw new Error('This browser has no canvas.')
        context.drawImage(bitmap, 0, 0)
        return context.getImageData(0, 0, bitmap.width, bitmap.height)
      }
      const [first, second] = [await load(a), await load(b)]
      const { width, height } = first
      /** Number of pixels that differ at an offset, without the margin. */
      const differing = (right: number, down: number, step: number) => {
        let count = 0
        for (let y = 2; y < height - 2; y += step)
          for (let x = 2; x < width - 2; x += 1) {
            const at = 4 * (y * width + x)
            const from = 4 * ((y - down) * width + x - right)
            for (let part = 0; part < 3; part += 1)
              if (Math.abs((first.data[at + part] ?? 0) - (second.data[from + part] ?? 0)) > visible) {
                count += 1
                break
              }
          }
        return count
      }
      let best: [number, number] = [0, 0]
      const different = (100 * differing(0, 0, 1)) / (width * height)
      // Every fifth row is enough to find the best offset.
      let least = differing(0, 0, 5)
      for (const right of offsets)
        for (const down of offsets) {
          const count = differing(right, down, 5)
          if (count < least) [least, best] = [count, [right, down]]
        }
      return { different, best }
    },
    [one.toString('base64'), other.toString('base64')] as const,
  )
