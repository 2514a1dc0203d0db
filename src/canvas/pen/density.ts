/**
 * Density of thousands of lines: how many cross each device pixel, as a translucent image. Strokes of a canvas take ten
 * times as long.
 */
import type { Point } from '#canvas/geometry/box-geometry.ts'

/** Scale and translation from canvas pixels to device pixels. */
interface Placement {
  a: number
  e: number
  f: number
}

interface Size {
  width: number
  height: number
}

/** Maximum lines that are counted per pixel. */
const maxCount = 255

/** Adds one to `count` pixels from `first`, `step` apart. */
function countRun(counts: Uint8Array, first: number, count: number, step: number): void {
  const end = first + count * step
  for (let at = first; at < end; at += step) {
    const before = counts[at] ?? maxCount
    if (before < maxCount) counts[at] = before + 1
  }
}

/** Counts, per pixel, the level and upright lines that cross it. */
export function densityOf(
  lines: readonly (readonly Point[])[],
  { a, e, f }: Placement,
  { width, height }: Size,
): Uint8Array {
  const counts = new Uint8Array(width * height)
  // Ends outside are moved to just outside.
  const pixelX = (x: number) => Math.max(-1, Math.min(width, Math.floor(x * a + e)))
  const pixelY = (y: number) => Math.max(-1, Math.min(height, Math.floor(y * a + f)))
  for (const points of lines) {
    let x = -1
    let y = -1
    // Not a loop over entries, which takes three times as long.
    for (let index = 0; index < points.length; index++) {
      const point = points[index]
      if (point === undefined) break
      const fromX = x
      const fromY = y
      x = pixelX(point.x)
      y = pixelY(point.y)
      if (index === 0) continue
      // The pixel of a turn belongs to the stretch before it; the first pixel of a line is no turn.
      const skipped = index === 1 ? 0 : 1
      if (Math.abs(y - fromY) > Math.abs(x - fromX)) {
        if (x < 0 || x >= width) continue
        const start = fromY + skipped * Math.sign(y - fromY)
        const top = Math.max(0, Math.min(start, y))
        countRun(counts, top * width + x, Math.min(height - 1, Math.max(start, y)) - top + 1, width)
      } else if (y >= 0 && y < height) {
        const start = fromX + skipped * Math.sign(x - fromX)
        const left = Math.max(0, Math.min(start, x))
        countRun(counts, y * width + left, Math.min(width - 1, Math.max(start, x)) - left + 1, 1)
      }
    }
  }
  return counts
}

/**
 * Fills an image with lines of this colour; the opacity of a pixel is that of as many translucent lines over each other.
 */
export function drawDensity(
  image: ImageData,
  lines: readonly (readonly Point[])[],
  placement: Placement,
  rgb: readonly number[],
  alpha: number,
): void {
  const pixels = new Uint32Array(image.data.buffer)
  const pixel = new Uint8ClampedArray(4)
  const tones = Uint32Array.from({ length: maxCount + 1 }, (_, count) => {
    pixel.set([...rgb.slice(0, 3), 255 * (1 - (1 - alpha) ** count)])
    return new Uint32Array(pixel.buffer)[0] ?? 0
  })
  const counts = densityOf(lines, placement, image)
  for (let index = 0; index < counts.length; index++) pixels[index] = tones[counts[index] ?? 0] ?? 0
}
