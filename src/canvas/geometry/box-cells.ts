import { overlaps, type Box } from './box-geometry.ts'

/** Boxes by square cells, to find whether one overlaps others. */
export class BoxCells {
  readonly #side: number
  readonly #cells = new Map<string, Box[]>()
  /** Comparisons so far. */
  comparisons = 0

  /** `side` of a cell: about that of a box. */
  constructor(side: number) {
    this.#side = side
  }

  #keysOf({ x, y, width, height }: Box): string[] {
    const keys: string[] = []
    for (let column = Math.floor(x / this.#side); column * this.#side < x + width; column += 1)
      for (let row = Math.floor(y / this.#side); row * this.#side < y + height; row += 1) keys.push(`${column}:${row}`)
    return keys
  }

  add(box: Box): void {
    for (const key of this.#keysOf(box)) {
      const cell = this.#cells.get(key)
      if (cell === undefined) this.#cells.set(key, [box])
      else cell.push(box)
    }
  }

  isFree(box: Box): boolean {
    return this.#keysOf(box).every((key) => {
      const cell = this.#cells.get(key) ?? []
      this.comparisons += cell.length
      return !cell.some((other) => overlaps(other, box))
    })
  }
}
