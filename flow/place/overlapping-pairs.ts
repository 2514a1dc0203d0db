/** Finds pairs of boxes that are too close to each other. Pure; sizes and distances in pixels. */

/** Boxes, as one array per column: left, top, width and height. */
export interface Boxes {
  x: Float64Array
  y: Float64Array
  width: Float64Array
  height: Float64Array
}

export interface Distance {
  x: number
  y: number
}

/** Maximum number of pairs reported per box and cell. */
const maxPairsPerCell = 16
/** Maximum number of boxes in a cell with which a box is compared. */
const maxBoxesCompared = 200
/** Number of rows of cells that a key can encode. */
const keyRows = 2 ** 25

/** Grid of cells, with the boxes that extend into each cell; cells are as large as the average box. */
class Cells {
  readonly #lists = new Map<number, number[]>()
  readonly #size: Distance
  readonly #boxes: Boxes
  readonly #gap: Distance
  /** Boxes that extend into too many cells; they are compared with all other boxes. */
  readonly large: number[] = []

  constructor(boxes: Boxes, gap: Distance) {
    const count = boxes.x.length
    const mean = (sizes: Float64Array) => sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, count)
    this.#size = { x: mean(boxes.width) + gap.x + 1, y: mean(boxes.height) + gap.y + 1 }
    this.#boxes = boxes
    this.#gap = gap
    for (let at = 0; at < count; at += 1) this.#put(at)
  }

  #put(at: number): void {
    const { x, y, width, height } = this.#boxes
    const [left, top] = [x[at] ?? 0, y[at] ?? 0]
    const [firstColumn, firstRow] = [Math.floor(left / this.#size.x), Math.floor(top / this.#size.y)]
    const lastColumn = Math.floor((left + (width[at] ?? 0) + this.#gap.x) / this.#size.x)
    const lastRow = Math.floor((top + (height[at] ?? 0) + this.#gap.y) / this.#size.y)
    if ((lastColumn - firstColumn + 1) * (lastRow - firstRow + 1) > Math.max(16, x.length)) {
      this.large.push(at)
      return
    }
    for (let column = firstColumn; column <= lastColumn; column += 1)
      for (let row = firstRow; row <= lastRow; row += 1) {
        const key = column * keyRows + row
        const list = this.#lists.get(key)
        if (list === undefined) this.#lists.set(key, [at])
        else list.push(at)
      }
  }

  get lists(): Iterable<readonly [number, readonly number[]]> {
    return this.#lists
  }

  keyAt(x: number, y: number): number {
    return Math.floor(x / this.#size.x) * keyRows + Math.floor(y / this.#size.y)
  }
}

function areNear({ x, y, width, height }: Boxes, gap: Distance, a: number, b: number): boolean {
  return (
    (x[a] ?? 0) < (x[b] ?? 0) + (width[b] ?? 0) + gap.x &&
    (x[b] ?? 0) < (x[a] ?? 0) + (width[a] ?? 0) + gap.x &&
    (y[a] ?? 0) < (y[b] ?? 0) + (height[b] ?? 0) + gap.y &&
    (y[b] ?? 0) < (y[a] ?? 0) + (height[a] ?? 0) + gap.y
  )
}

/**
 * Pairs of boxes, as indexes, with less than `gap` between them both horizontally and vertically. At most 16 such pairs
 * per box and cell are reported. About linear.
 */
export function overlappingPairs(boxes: Boxes, gap: Distance): number[] {
  const { x, y } = boxes
  const cells = new Cells(boxes, gap)
  const pairs: number[] = []
  const large = new Set(cells.large)
  for (const a of large)
    for (let b = 0; b < x.length; b += 1)
      if (a !== b && (a < b || !large.has(b)) && areNear(boxes, gap, a, b)) pairs.push(a, b)
  // Two boxes may share several cells; the pair is reported only in the cell of the overlap's top-left corner.
  const isReportingCell = (key: number, a: number, b: number) =>
    cells.keyAt(Math.max(x[a] ?? 0, x[b] ?? 0), Math.max(y[a] ?? 0, y[b] ?? 0)) === key
  for (const [key, list] of cells.lists) {
    for (const [first, a] of list.entries()) {
      const end = Math.min(list.length, first + 1 + maxBoxesCompared)
      for (let second = first + 1, found = 0; second < end && found < maxPairsPerCell; second += 1) {
        const b = list[second] ?? 0
        if (!areNear(boxes, gap, a, b)) continue
        found += 1
        if (isReportingCell(key, a, b)) pairs.push(a, b)
      }
    }
  }
  return pairs
}
