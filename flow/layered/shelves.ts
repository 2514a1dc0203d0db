/** Packs boxes on shelves, in order, into an area of about 16 : 10. Linear. */

/** Gap between components. */
export const partGap = 72
/** Aspect ratio of the area, about that of the canvas in a window. */
export const aspectRatio = 1.6
/** Shelf widths are powers of this factor, so that adding a box seldom moves other boxes to different shelves. */
const widthStep = 1.25

export interface Shelves {
  x: Float64Array
  y: Float64Array
  width: number
  height: number
}

/**
 * Top-left corners of the boxes. A box is placed below the previous one if it is not wider and the shelf does not
 * become higher. One that `isAlone` has a shelf of its own.
 */
export function packShelves(
  width: Float64Array,
  height: Float64Array,
  gap = partGap,
  isAlone: (box: number) => boolean = () => false,
): Shelves {
  const count = width.length
  let [area, widest] = [0, 0]
  for (let box = 0; box < count; box += 1) {
    area += ((width[box] ?? 0) + gap) * ((height[box] ?? 0) + gap)
    widest = Math.max(widest, width[box] ?? 0)
  }
  const ideal = Math.max(Math.sqrt(area * aspectRatio), 1)
  const limit = Math.max(widest, widthStep ** Math.ceil(Math.log(ideal) / Math.log(widthStep)))
  const result: Shelves = { x: new Float64Array(count), y: new Float64Array(count), width: 0, height: 0 }
  // Position and height of the shelf; then width and end of the current stack on the shelf.
  let [x, y, rowHeight] = [0, 0, 0]
  let [stackWidth, stackEnd] = [0, 0]
  for (let box = 0; box < count; box += 1) {
    const [wide, high] = [width[box] ?? 0, height[box] ?? 0]
    const fitsBelow = box > 0 && wide <= stackWidth && stackEnd + gap + high <= y + rowHeight
    if (!fitsBelow) {
      if (box > 0) x += stackWidth + gap
      if (box > 0 && (x + wide > limit || isAlone(box) || isAlone(box - 1))) {
        y += rowHeight + gap
        x = 0
        rowHeight = 0
      }
      stackWidth = wide
      stackEnd = y - gap
    }
    result.x[box] = x
    result.y[box] = stackEnd + gap
    stackEnd += gap + high
    rowHeight = Math.max(rowHeight, stackEnd - y)
    result.width = Math.max(result.width, x + wide)
    result.height = Math.max(result.height, stackEnd)
  }
  return result
}
