/** Boxes in the cells of a grid: what overlaps a box is found without comparing it with all others. Pure. */
import { overlaps, type Box } from './box-geometry.ts'

/** Maximum cells of an area that is searched: a longer one would find nearly all boxes. */
const maxCellsSearched = 400
/** Maximum cells of a box that is added: one that covers more would fill the grid. */
const maxCellsAdded = 1_600
/** Columns have this many rows; further ones share the cells of others, which costs comparisons only. */
const rows = 2 ** 24

export class BoxGrid {
  readonly #cell: number
  readonly #maxPerCell: number
  readonly #boxes = new Map<number, Box[]>()

  /**
   * `cell` = side of a cell: about the size of the boxes. `maxPerCell`: further boxes of a cell are left out, for what has
   * no room side by side anyway; all positions of a hostile file may be equal.
   */
  constructor(cell: number, maxPerCell = Infinity) {
    this.#cell = cell
    this.#maxPerCell = maxPerCell
  }

  /** The keys of the cells that a box touches; none if they are more than `most`. */
  #keysOf({ x, y, width, height }: Box, most: number): number[] {
    const keys: number[] = []
    const [left, right] = [Math.floor(x / this.#cell), Math.floor((x + width) / this.#cell)]
    const [top, bottom] = [Math.floor(y / this.#cell), Math.floor((y + height) / this.#cell)]
    if ((right - left + 1) * (bottom - top + 1) > most) return keys
    for (let column = left; column <= right; column += 1)
      for (let row = top; row <= bottom; row += 1) keys.push(column * rows + row)
    return keys
  }

  add(box: Box): void {
    for (const key of this.#keysOf(box, maxCellsAdded)) {
      const boxes = this.#boxes.get(key)
      if (boxes === undefined) this.#boxes.set(key, [box])
      else if (boxes.length < this.#maxPerCell) boxes.push(box)
    }
  }

  /** The boxes near an area, without duplicates; none near one that touches very many cells. */
  near(area: Box): Box[] {
    return [...new Set(this.#keysOf(area, maxCellsSearched).flatMap((key) => this.#boxes.get(key) ?? []))]
  }

  /** Whether one of the boxes overlaps this one. */
  isTaken(box: Box): boolean {
    return this.#keysOf(box, maxCellsAdded).some(
      (key) => this.#boxes.get(key)?.some((other) => overlaps(other, box)) === true,
    )
  }
}
