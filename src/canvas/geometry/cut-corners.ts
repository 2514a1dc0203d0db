import type { Point } from './box-geometry.ts'

/** Side length of a turn: a corner of 90° becomes two of 45°. */
export const cornerSize = 10

/** Corners without duplicates and without those on a straight line. */
export function simplifyCorners(corners: readonly Point[]): Point[] {
  const simplified: Point[] = []
  for (const [index, corner] of corners.entries()) {
    const before = simplified.at(-1)
    const after = corners[index + 1]
    if (before !== undefined && Math.abs(before.x - corner.x) < 0.5 && Math.abs(before.y - corner.y) < 0.5) continue
    const isStraight =
      before !== undefined &&
      after !== undefined &&
      ((Math.abs(before.x - corner.x) < 0.5 && Math.abs(after.x - corner.x) < 0.5) ||
        (Math.abs(before.y - corner.y) < 0.5 && Math.abs(after.y - corner.y) < 0.5))
    if (!isStraight) simplified.push(corner)
  }
  return simplified
}

/** Rounds to a tenth of a pixel. */
const round = (value: number) => Math.round(value * 10) / 10

/** Math.hypot guards against overflow, which canvas coordinates never reach, and takes ten times as long. */
const lengthOf = (x: number, y: number): number => Math.sqrt(x * x + y * y)

/** The line through these corners, with each turn cut into steps of 45°; `size` = side length of a turn. */
export function cutCorners(corners: readonly Point[], size = cornerSize): Point[] {
  const [first] = corners
  if (first === undefined) return []
  const line = [first]
  for (let index = 1; index < corners.length - 1; index++) {
    const [before, corner, after] = [corners[index - 1], corners[index], corners[index + 1]]
    if (before === undefined || corner === undefined || after === undefined) continue
    const [inward, outward] = [
      lengthOf(corner.x - before.x, corner.y - before.y),
      lengthOf(after.x - corner.x, after.y - corner.y),
    ]
    // A short vertical segment between two turns becomes one diagonal.
    const cut = Math.min(size, inward / (index === 1 ? 1 : 2), outward / (index === corners.length - 2 ? 1 : 2))
    const start = {
      x: corner.x + ((before.x - corner.x) * cut) / (inward || 1),
      y: corner.y + ((before.y - corner.y) * cut) / (inward || 1),
    }
    const end = {
      x: corner.x + ((after.x - corner.x) * cut) / (outward || 1),
      y: corner.y + ((after.y - corner.y) * cut) / (outward || 1),
    }
    line.push(start, end)
  }
  const last = corners.at(-1)
  if (last !== undefined) line.push(last)
  return line.map(({ x, y }): Point => ({ x: round(x), y: round(y) }))
}
