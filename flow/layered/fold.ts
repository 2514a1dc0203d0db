/**
 * Folds a layout to the right into rows, like text: components are cut between their columns, and each row starts at
 * the left again. Linear for a given width, except for sorting.
 */
import { firstFrom } from '#lib/binary-search.ts'
import type { Buckets } from './grouped-indexes.ts'
import { aspectRatio, packShelves, partGap, type Shelves } from './shelves.ts'

/** `long` folds only what would be long and thin. */
export type Folding = 'never' | 'long' | 'always'

/** Above this aspect ratio, a layout that fits a window leaves more than half of it empty. */
const longAspectRatio = 3
/** In pixels: what is wider shrinks below 45%, where names are readable, on a window of 1,440 pixels. */
const readableWidth = 1440 / 0.45
/** Gap between rows: as wide as that between layers, because edges bend there too. */
const foldGap = 96
/** Additional gap for each edge that leads through it, up to a maximum: more edges share lanes. */
const laneGap = 8
const maxLanes = 12
/** A row may end early, where fewer edges cross, if it is filled to this share. */
const minFill = 0.7
/** Number of widths that are tried: each halves the range, so that the last ones differ by less than a pixel. */
const widthSteps = 20

/** The columns of a component from left to right. */
interface Columns {
  /** Column of each member. */
  columnOf: Int32Array
  left: Float64Array
  right: Float64Array
  top: Float64Array
  bottom: Float64Array
  /** Number of edges that pass the gap before a column. */
  passing: Int32Array
}

/** A component in rows: row i has the columns from `first[i]` on. */
interface Rows {
  first: number[]
  top: number[]
  bottom: number[]
  width: number
  height: number
}

/** Top-left corners and sizes of the items, relative to their component, which is a list of members and of edges. */
export interface FoldableItems {
  x: Float64Array
  y: Float64Array
  width: Float64Array
  height: Float64Array
  from: Int32Array
  to: Int32Array
  heads: Int32Array
  members: Buckets
  edges: Buckets
}

const rangeOf = ({ start, items }: Buckets, owner: number): Int32Array => items.subarray(start[owner], start[owner + 1])

/** `local` maps items to indexes in `members`. */
function columnsOf(members: Int32Array, edges: Int32Array, items: FoldableItems, local: Int32Array): Columns {
  const left = Float64Array.from(new Set(Array.from(members, (item) => items.x[item] ?? 0))).toSorted()
  const columnOf = Int32Array.from(members, (item) => firstFrom(left, items.x[item] ?? 0))
  const columns: Columns = {
    columnOf,
    left,
    right: new Float64Array(left.length),
    top: new Float64Array(left.length).fill(Infinity),
    bottom: new Float64Array(left.length).fill(-Infinity),
    passing: new Int32Array(left.length + 1),
  }
  const { right, top, bottom, passing } = columns
  for (const [index, item] of members.entries()) {
    const column = columnOf[index] ?? 0
    const [x, y] = [items.x[item] ?? 0, items.y[item] ?? 0]
    local[item] = index
    right[column] = Math.max(right[column] ?? 0, x + (items.width[item] ?? 0))
    top[column] = Math.min(top[column] ?? 0, y)
    bottom[column] = Math.max(bottom[column] ?? 0, y + (items.height[item] ?? 0))
  }
  for (const edge of edges) {
    const ends = [items.from[edge] ?? 0, items.to[edge] ?? 0].map((item) => columnOf[local[item] ?? 0] ?? 0)
    const [one, other] = [Math.min(...ends), Math.max(...ends)]
    passing[one + 1] = (passing[one + 1] ?? 0) + 1
    passing[other + 1] = (passing[other + 1] ?? 0) - 1
  }
  for (let column = 1; column < passing.length; column += 1)
    passing[column] = (passing[column] ?? 0) + (passing[column - 1] ?? 0)
  return columns
}

/** The last column that fits into the row, or an earlier one after which fewer edges cross. */
function rowEnd({ left, right, passing }: Columns, first: number, limit: number): number {
  const start = left[first] ?? 0
  let end = first + 1
  while (end < left.length && (right[end] ?? 0) - start <= limit) end += 1
  if (end === left.length) return end
  let best = end
  for (let cut = end - 1; cut > first && (right[cut - 1] ?? 0) - start >= minFill * limit; cut -= 1)
    if ((passing[cut] ?? 0) < (passing[best] ?? 0)) best = cut
  return best
}

/** Fills rows of a maximum width; a wider column is a row of its own. */
function rowsOf(columns: Columns, limit: number): Rows {
  const rows: Rows = { first: [], top: [], bottom: [], width: 0, height: 0 }
  for (let first = 0; first < columns.left.length;) {
    const end = rowEnd(columns, first, limit)
    let [top, bottom, right] = [Infinity, -Infinity, 0]
    for (let column = first; column < end; column += 1) {
      top = Math.min(top, columns.top[column] ?? 0)
      bottom = Math.max(bottom, columns.bottom[column] ?? 0)
      right = Math.max(right, columns.right[column] ?? 0)
    }
    const lanes = Math.min(Math.max(0, (columns.passing[first] ?? 0) - 1), maxLanes)
    const rowTop = first === 0 ? 0 : rows.height + foldGap + lanes * laneGap
    rows.first.push(first)
    rows.top.push(rowTop)
    rows.bottom.push(rowTop + bottom - top)
    rows.width = Math.max(rows.width, right - (columns.left[first] ?? 0))
    rows.height = rowTop + bottom - top
    first = end
  }
  return rows
}

interface Folded {
  rows: Rows[]
  packed: Shelves
}

/** All components with rows of at most `limit`. Nothing is placed beside a folded one: edges lead around its rows. */
function foldedAt(components: readonly Columns[], limit: number): Folded {
  const rows = components.map((columns) => rowsOf(columns, limit))
  const width = Float64Array.from(rows, (own) => own.width)
  const height = Float64Array.from(rows, (own) => own.height)
  return { rows, packed: packShelves(width, height, partGap, (box) => (rows[box]?.first.length ?? 0) > 1) }
}

/** How far the aspect ratio is from that of a window; 0 = the same. */
const misfit = ({ width, height }: Shelves): number => Math.log(width / Math.max(height, 1) / aspectRatio)

/** The fold whose aspect ratio is nearest to that of a window; null if it is not wider without one. */
function bestFold(components: readonly Columns[], packed: Shelves): Folded | null {
  if (misfit(packed) <= 0) return null
  let narrow = 0
  let wide = packed.width
  let best: Folded | null = null
  let least = misfit(packed)
  for (let step = 0; step < widthSteps; step += 1) {
    const limit = (narrow + wide) / 2
    const folded = foldedAt(components, limit)
    const own = misfit(folded.packed)
    if (Math.abs(own) < least) {
      least = Math.abs(own)
      best = folded
    }
    if (own > 0) wide = limit
    else narrow = limit
  }
  return best
}

/**
 * Folds components into rows, in place, if that fits a window better; null = nothing is folded. `packed` has their
 * positions on shelves without folding. Returns those of the folded components, and the top and bottom of each row of
 * components that have several.
 */
export function foldComponents(
  items: FoldableItems,
  packed: Shelves,
  folding: Folding,
): { packed: Shelves; rows: Float64Array } | null {
  if (folding === 'never') return null
  if (folding === 'long' && (packed.width <= readableWidth || packed.width <= longAspectRatio * packed.height))
    return null
  const local = new Int32Array(items.x.length)
  const components = Array.from(items.heads, (head) =>
    columnsOf(rangeOf(items.members, head), rangeOf(items.edges, head), items, local),
  )
  const folded = bestFold(components, packed)
  if (folded === null) return null
  const bounds: number[] = []
  for (const [number, rows] of folded.rows.entries()) {
    const columns = components[number]
    if (columns === undefined || rows.first.length < 2) continue
    const start = folded.packed.y[number] ?? 0
    for (const [row, top] of rows.top.entries()) bounds.push(start + top, start + (rows.bottom[row] ?? 0))
    moveIntoRows(items, rangeOf(items.members, items.heads[number] ?? 0), columns, rows)
  }
  return { packed: folded.packed, rows: Float64Array.from(bounds) }
}

function moveIntoRows({ x, y }: FoldableItems, members: Int32Array, columns: Columns, rows: Rows): void {
  const rowOf = new Int32Array(columns.left.length)
  const highest = new Float64Array(rows.first.length).fill(Infinity)
  for (const [row, first] of rows.first.entries()) rowOf.fill(row, first, rows.first[row + 1])
  for (const [column, row] of rowOf.entries())
    highest[row] = Math.min(highest[row] ?? Infinity, columns.top[column] ?? Infinity)
  for (const [index, item] of members.entries()) {
    const row = rowOf[columns.columnOf[index] ?? 0] ?? 0
    x[item] = (x[item] ?? 0) - (columns.left[rows.first[row] ?? 0] ?? 0)
    y[item] = (y[item] ?? 0) - (highest[row] ?? 0) + (rows.top[row] ?? 0)
  }
}
