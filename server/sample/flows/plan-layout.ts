/**
 * Positions for the cards of a plan, left to right. Each card has a separate cell in a grid whose columns and rows fit
 * their largest card, so that nothing overlaps. A group counts as one card, as large as its content.
 */
import type { Edge } from '#contract/flow.ts'
import type { Part, FlowPlan } from './flow-plan.ts'

/** Sizes of cards in CSS pixels, as the canvas draws them. */
const cardWidth = 216
const headHeight = 72
const portHeight = 24
const noteHeight = 96
const between = { columns: 80, rows: 48 }
const frame = { left: 24, top: 48, right: 24, bottom: 24 }

interface Item {
  part: Part
  width: number
  height: number
  column: number
  row: number
  next: Item[]
}

/** Sets `position` of every node, and `size` of groups and notes. */
export function layOutPlan(plan: FlowPlan): void {
  place(plan.parts, plan.edges)
}

/** Places parts of one group and returns their total size. */
function place(parts: readonly Part[], edges: readonly Edge[]): { width: number; height: number } {
  const items: Item[] = []
  const itemOf = new Map<string, Item>()
  for (const part of parts) {
    if (part.node.type === 'note') continue
    const item = { part, ...sizeOf(part, edges), column: 0, row: 0, next: [] }
    items.push(item)
    itemOf.set(part.node.id, item)
    for (const child of part.children) itemOf.set(child.node.id, item)
  }
  for (const edge of edges) {
    const [from, to] = [itemOf.get(edge.source), itemOf.get(edge.target)]
    if (from && to && from !== to && !from.next.includes(to)) from.next.push(to)
  }
  setColumns(items)
  setRows(items)
  const columns = starts(
    items,
    (item) => item.column,
    (item) => item.width,
    between.columns,
  )
  const rows = starts(
    items,
    (item) => item.row,
    (item) => item.height,
    between.rows,
  )
  for (const item of items) item.part.node.position = { x: columns.at[item.column] ?? 0, y: rows.at[item.row] ?? 0 }
  placeNotes(parts, itemOf)
  return { width: columns.end, height: rows.end }
}

function sizeOf(part: Part, edges: readonly Edge[]): { width: number; height: number } {
  const { node } = part
  if (node.type === 'group') {
    const inner = place(part.children, edges)
    for (const child of part.children) {
      const { x, y } = child.node.position ?? { x: 0, y: 0 }
      child.node.position = { x: x + frame.left, y: y + frame.top }
    }
    node.size = { width: inner.width + frame.left + frame.right, height: inner.height + frame.top + frame.bottom }
    return node.size
  }
  const { cases } = node.config
  const handles = new Set(edges.filter((edge) => edge.source === node.id).map((edge) => edge.source_handle))
  const ports = Array.isArray(cases) ? cases.length + 1 : handles.size > 1 ? handles.size : 0
  return { width: cardWidth, height: headHeight + ports * portHeight }
}

/** Sets the column of each card: the length of the longest path from a start, ignoring backward edges. */
function setColumns(items: readonly Item[]): void {
  const open = new Set<Item>()
  const done = new Set<Item>()
  const visit = (item: Item) => {
    open.add(item)
    item.next = item.next.filter((next) => !open.has(next))
    for (const next of item.next) if (!done.has(next)) visit(next)
    open.delete(item)
    done.add(item)
  }
  for (const item of items) if (!done.has(item)) visit(item)
  for (const item of [...done].toReversed())
    for (const next of item.next) next.column = Math.max(next.column, item.column + 1)
}

/** Sets the rows. The first branch continues in its row, others go below; cells crossed by an edge stay free. */
function setRows(items: readonly Item[]): void {
  const occupied = new Set<string>()
  const placed = new Set<Item>()
  const put = (item: Item, from: Item | null) => {
    placed.add(item)
    const first = from ? from.column + 1 : item.column
    const isFree = (row: number) => {
      for (let column = first; column <= item.column; column += 1) if (occupied.has(`${column},${row}`)) return false
      return true
    }
    let row = from?.row ?? 0
    while (!isFree(row)) row += 1
    item.row = row
    for (let column = first; column <= item.column; column += 1) occupied.add(`${column},${row}`)
    for (const next of item.next) if (!placed.has(next)) put(next, item)
  }
  for (const item of items) if (!placed.has(item)) put(item, null)
}

/** Start of each row or column, and end of the last. */
function starts(
  items: readonly Item[],
  indexOf: (item: Item) => number,
  sizeOfItem: (item: Item) => number,
  gap: number,
) {
  const sizes: number[] = []
  for (const item of items) sizes[indexOf(item)] = Math.max(sizes[indexOf(item)] ?? 0, sizeOfItem(item))
  const at: number[] = []
  let end = 0
  for (const [index, size] of Array.from(sizes, (each) => each ?? 0).entries()) {
    at[index] = end
    end += size + gap
  }
  return { at, end: Math.max(0, end - gap) }
}

/** Places notes above all cards, in line with the node that they describe. */
function placeNotes(parts: readonly Part[], itemOf: Map<string, Item>): void {
  let free = Number.NEGATIVE_INFINITY
  const notes = parts
    .filter((part) => part.node.type === 'note')
    .map((part) => ({ node: part.node, x: itemOf.get(part.describedId ?? '')?.part.node.position?.x ?? 0 }))
  for (const { node, x } of notes.toSorted((a, b) => a.x - b.x)) {
    const left = Math.max(x, free)
    node.size = { width: cardWidth, height: noteHeight }
    node.position = { x: left, y: -noteHeight - between.rows }
    free = left + cardWidth + between.columns
  }
}
