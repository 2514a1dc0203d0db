/** Boxes in the cells of a grid: what overlaps a box is found without comparing it with all others. Pure. */
import { overlaps, type Box } from './box-geometry.ts'

/** Maximum boxes per cell: more have no room side by side, but all positions of a hostile file may be equal. */
const maxPerCell = 128
/** Columns have this many rows; further ones share the cells of others, which costs comparisons only. */
const rows = 2 ** 24

export class BoxGrid {
  readonly #cell: number
  readonly #boxes = new Map<number, Box[]>()

  /** `cell` = side of a cell: about the size of the boxes. */
  constructor(cell: number) {
    this.#cell = cell
  }

  /** The keys of the cells that a box touches. */
  #keysOf({ x, y, width, height }: Box): number[] {
    const keys: number[] = []
    const [right, bottom] = [Math.floor((x + width) / this.#cell), Math.floor((y + height) / this.#cell)]
    for (let column = Math.floor(x / this.#cell); column <= right; column += 1)
      for (let row = Math.floor(y / this.#cell); row <= bottom; row += 1) keys.push(column * rows + row)
    return keys
  }

  add(box: Box): void {
    for (const key of this.#keysOf(box)) {
      const boxes = this.#boxes.get(key)
      if (boxes === undefined) this.#boxes.set(key, [box])
      else if (boxes.length < maxPerCell) boxes.push(box)
    }
  }

  /** Whether one of the boxes overlaps this one. */
  isTaken(box: Box): boolean {
    return this.#keysOf(box).some((key) => this.#boxes.get(key)?.some((other) => overlaps(other, box)) === true)
  }
}
