/** Which parts of an area are taken, in a grid of cells: finding a free place costs the same in a crowd. Pure. */
import type { Box } from '#canvas/geometry/box-geometry.ts'

/** Side of a cell in pixels: a smaller one finds little more room, and costs four times as much. */
const cell = 2
/** Maximum cells: 12 million are a picture of 48 million pixels, more than any screen. */
const maxCells = 12_000_000

/** What takes a cell for good; the values are bits. */
export const taken = { solid: 1, line: 2, border: 4 } as const
/** What a cell of a border counts, as a share of a cell of a line: a name on the edge of a note is easy to read. */
const borderShare = 0.4

/** One text on a cell, above the bits of `taken`, and the bits of all. */
const oneText = 8
const allTexts = 0xffff - (oneText - 1)

/** Distance of the rows that are looked at first. */
const rowStride = 4

/** Cells from a column and row to another, exclusive. */
interface Cells {
  left: number
  top: number
  right: number
  bottom: number
}

/** Whether an area is small enough for a grid. */
export const isGridable = ({ width, height }: Box): boolean => (width / cell + 1) * (height / cell + 1) <= maxCells

const lineWeight = (bits: number): number =>
  (bits & taken.line) !== 0 ? 1 : (bits & taken.border) !== 0 ? borderShare : 0

export class Occupancy {
  readonly #left: number
  readonly #top: number
  readonly #columns: number
  readonly #rows: number
  /** Bits of `taken`; above them the number of texts on the cell, which may be taken away again. */
  readonly #cells: Uint16Array

  /** `area`, and all boxes, in pixels. */
  constructor({ x, y, width, height }: Box) {
    this.#left = x
    this.#top = y
    this.#columns = Math.max(1, Math.ceil(width / cell))
    this.#rows = Math.max(1, Math.ceil(height / cell))
    this.#cells = new Uint16Array(this.#columns * this.#rows)
  }

  #cellsOf({ x, y, width, height }: Box): Cells {
    return {
      left: Math.floor((x - this.#left) / cell),
      top: Math.floor((y - this.#top) / cell),
      right: Math.ceil((x + width - this.#left) / cell),
      bottom: Math.ceil((y + height - this.#top) / cell),
    }
  }

  #each(box: Box, act: (at: number) => void): void {
    const { left, top, right, bottom } = this.#cellsOf(box)
    const [first, end] = [Math.max(0, left), Math.min(this.#columns, right)]
    for (let row = Math.max(0, top); row < Math.min(this.#rows, bottom); row += 1)
      for (let at = row * this.#columns + first; at < row * this.#columns + end; at += 1) act(at)
  }

  /** Marks all cells that a box touches. */
  mark(box: Box, bit: number): void {
    this.#each(box, (at) => (this.#cells[at] = (this.#cells[at] ?? 0) | bit))
  }

  addText(box: Box): void {
    this.#each(box, (at) => (this.#cells[at] = (this.#cells[at] ?? 0) + oneText))
  }

  removeText(box: Box): void {
    this.#each(box, (at) => (this.#cells[at] = (this.#cells[at] ?? 0) - oneText))
  }

  /**
   * The number of cells below a box that lines take, those of borders as a share; Infinity if one is taken by `forbidden` bits or by a text (unless
   * `texts` are ignored), if it lies outside the area, or if lines take `most` cells or more.
   */
  linesBelow(
    box: Box,
    forbidden: number,
    { texts = 'avoid', most = Infinity }: { texts?: 'avoid' | 'ignore'; most?: number } = {},
  ): number {
    const { left, top, right, bottom } = this.#cellsOf(box)
    if (left < 0 || top < 0 || right > this.#columns || bottom > this.#rows) return Infinity
    const cells = this.#cells
    const barred = texts === 'avoid' ? forbidden | allTexts : forbidden
    let count = 0
    // Every fourth row first: what is in the way is rarely lower than a line of text.
    for (let first = top; first < Math.min(bottom, top + rowStride); first += 1)
      for (let row = first; row < bottom; row += rowStride) {
        const end = row * this.#columns + right
        for (let at = row * this.#columns + left; at < end; at += 1) {
          const bits = cells[at] ?? 0
          if ((bits & barred) !== 0) return Infinity
          count += lineWeight(bits)
        }
        if (count >= most) return Infinity
      }
    return count
  }
}
