/**
 * Analysis of a canvas picture: ink at the positions of nodes. Pure; pixels as RGBA bytes, boxes in pixels of the
 * picture.
 */
import type { Box } from '#canvas/geometry/box-geometry.ts'

export interface Picture {
  width: number
  height: number
  /** Four bytes per pixel, rows from the top. */
  rgba: Uint8Array
}

export type Colour = readonly [red: number, green: number, blue: number]

/** Minimum mean difference of a box from the background: the palest kind has 9, the dots of the background 0.2. */
const boxLevels = 4
/** Minimum difference of a single pixel: above compression noise. */
const pixelLevels = 8

/** Distance of a pixel from a colour: the largest difference of a channel, 0–255. */
function distance({ rgba, width }: Picture, x: number, y: number, [red, green, blue]: Colour): number {
  const at = 4 * (y * width + x)
  return Math.max(
    Math.abs((rgba[at] ?? 0) - red),
    Math.abs((rgba[at + 1] ?? 0) - green),
    Math.abs((rgba[at + 2] ?? 0) - blue),
  )
}

/**
 * Mean distance from the background within a box, of at least one pixel; null if the box is not within the picture.
 */
function inkOf(picture: Picture, box: Box, ground: Colour): number | null {
  const left = Math.floor(box.x)
  const top = Math.floor(box.y)
  const right = Math.max(left + 1, Math.round(box.x + box.width))
  const bottom = Math.max(top + 1, Math.round(box.y + box.height))
  if (left < 0 || top < 0 || right > picture.width || bottom > picture.height) return null
  let sum = 0
  for (let y = top; y < bottom; y += 1) for (let x = left; x < right; x += 1) sum += distance(picture, x, y, ground)
  return sum / ((right - left) * (bottom - top))
}

/** Share of the boxes in the picture that have ink; 0 if there are none. */
export function inkedShareOf(picture: Picture, boxes: readonly Box[], ground: Colour): number {
  const inks = boxes.flatMap((box) => inkOf(picture, box, ground) ?? [])
  return inks.length === 0 ? 0 : inks.filter((ink) => ink >= boxLevels).length / inks.length
}

/** Mean ink of some boxes relative to that of others: about 1 if the drawing is displaced. */
export function contrastOf(picture: Picture, boxes: readonly Box[], others: readonly Box[], ground: Colour): number {
  const meanInk = (list: readonly Box[]): number => {
    const inks = list.flatMap((box) => inkOf(picture, box, ground) ?? [])
    return inks.reduce((sum, ink) => sum + ink, 0) / Math.max(1, inks.length)
  }
  return meanInk(boxes) / Math.max(1, meanInk(others))
}

/** Share of the final picture's ink within a box that another picture of the same size already has. */
export function shownOf(picture: Picture, final: Picture, box: Box, ground: Colour): number {
  let ink = 0
  let same = 0
  const right = Math.min(final.width, Math.floor(box.x + box.width))
  const bottom = Math.min(final.height, Math.floor(box.y + box.height))
  for (let y = Math.max(0, Math.ceil(box.y)); y < bottom; y += 1)
    for (let x = Math.max(0, Math.ceil(box.x)); x < right; x += 1) {
      const difference = distance(final, x, y, ground)
      if (difference < pixelLevels) continue
      ink += 1
      const at = 4 * (y * final.width + x)
      const colour: Colour = [final.rgba[at] ?? 0, final.rgba[at + 1] ?? 0, final.rgba[at + 2] ?? 0]
      if (distance(picture, x, y, colour) <= difference / 2) same += 1
    }
  return ink === 0 ? 0 : same / ink
}

/** Share of the pixels of a box that differ by more than a number of levels; 1 if the pictures differ in size. */
export function differenceOf(one: Picture, other: Picture, box: Box, levels: number): number {
  if (one.width !== other.width || one.height !== other.height) return 1
  let differing = 0
  let all = 0
  for (let y = Math.ceil(box.y); y < Math.floor(box.y + box.height); y += 1)
    for (let x = Math.ceil(box.x); x < Math.floor(box.x + box.width); x += 1) {
      const at = 4 * (y * other.width + x)
      const colour: Colour = [other.rgba[at] ?? 0, other.rgba[at + 1] ?? 0, other.rgba[at + 2] ?? 0]
      all += 1
      if (distance(one, x, y, colour) > levels) differing += 1
    }
  return all === 0 ? 1 : differing / all
}

/** Side of the cells that are searched for ink: so large that the dots of the background do not count as ink. */
const side = 24

/** Share of the cells of a box that contain ink; cells that touch `excluded` do not count. */
export function spreadOf(picture: Picture, box: Box, ground: Colour, excluded: readonly Box[] = []): number {
  let inkedCells = 0
  let all = 0
  for (let top = box.y; top + side <= box.y + box.height; top += side)
    for (let left = box.x; left + side <= box.x + box.width; left += side) {
      const overlapsCell = (other: Box): boolean =>
        left < other.x + other.width && left + side > other.x && top < other.y + other.height && top + side > other.y
      if (excluded.some(overlapsCell)) continue
      all += 1
      const ink = inkOf(picture, { x: left, y: top, width: side, height: side }, ground) ?? 0
      if (ink >= boxLevels / 2) inkedCells += 1
    }
  return all === 0 ? 0 : inkedCells / all
}
