/**
 * Moves nodes within their layers if their edges, as straight lines, then cross fewer edges and cards. Needed because
 * sweeps count crossings of edges that bend at every layer, while drawn edges do not.
 */
import { bucketsOf } from './grouped-indexes.ts'
import { Lines } from './lines.ts'
import { type Effort, type Component, type ComponentPositions, rowGap } from './component.ts'

/** Limits on compared pairs of lines, and on passes over all nodes. */
const budgets: Record<Effort, { pairs: number; passes: number }> = {
  fast: { pairs: 0, passes: 0 },
  fine: { pairs: 3_000_000, passes: 3 },
  tidy: { pairs: 150_000_000, passes: 40 },
}
/** Maximum number of edges of a node that is moved: with more, evaluating positions would take too long. */
const maxDegree = 60
/** Number of positions tried on either side of a node. */
const searchRadius: Record<Effort, number> = { fast: 0, fine: 6, tidy: 24 }

class Untangling {
  /** Nodes of each layer, in order across. */
  private readonly columns: Int32Array[]
  private readonly lines: Lines
  private readonly component: Component
  private readonly across: Float64Array

  constructor(component: Component, positions: ComponentPositions, layer: Int32Array, lines: Lines) {
    this.component = component
    this.across = positions.across
    this.lines = lines
    const layers = layer.reduce((most, own) => Math.max(most, own), 0) + 1
    const { start, items } = bucketsOf(layers, layer)
    this.columns = Array.from({ length: layers }, (_, own) =>
      items.slice(start[own], start[own + 1]).toSorted((a, b) => (this.across[a] ?? 0) - (this.across[b] ?? 0)),
    )
  }

  private size(node: number): number {
    return this.component.across[node] ?? 0
  }

  /** Position at which a node is level with its neighbours. */
  private preferredPosition(node: number): number {
    const { from, to, fromPort, toPort } = this.component
    const { start, items } = this.lines.ofNode
    const [first, end] = [start[node] ?? 0, start[node + 1] ?? 0]
    if (first === end) return this.across[node] ?? 0
    let sum = 0
    for (let at = first; at < end; at += 1) {
      const line = items[at] ?? 0
      const shift = (fromPort[line] ?? 0) - (toPort[line] ?? 0)
      sum +=
        from[line] === node ? (this.across[to[line] ?? 0] ?? 0) - shift : (this.across[from[line] ?? 0] ?? 0) + shift
    }
    return sum / (end - first)
  }

  /** Swaps two nodes of a column if that reduces crossings; returns whether it did. */
  private swap(column: Int32Array, at: number, other: number): boolean {
    const [a, b] = [column[at] ?? 0, column[other] ?? 0]
    const [topA, topB] = [this.across[a] ?? 0, this.across[b] ?? 0]
    // If not adjacent, both must have the same size.
    if (other > at + 1 && this.size(a) !== this.size(b)) return false
    const before = this.lines.crossings([a, b])
    if (before === 0) return false
    this.lines.moveNode(b, topA)
    this.lines.moveNode(a, topB + this.size(b) - this.size(a))
    if (this.lines.crossings([a, b]) < before) {
      column[at] = b
      column[other] = a
      return true
    }
    this.lines.moveNode(a, topA)
    this.lines.moveNode(b, topB)
    return false
  }

  /** Moves a node to the free position in its column with the fewest crossings; returns whether it moved. */
  private move(column: Int32Array, at: number, radius: number): boolean {
    const node = column[at] ?? 0
    const now = this.across[node] ?? 0
    const before = this.lines.crossings([node])
    if (before === 0) return false
    const preferredPosition = this.preferredPosition(node)
    let [best, least, slot] = [now, before, at]
    // Slot i is before the node at index i; the node itself takes no space.
    for (let index = Math.max(0, at - radius); index <= Math.min(column.length, at + radius + 1); index += 1) {
      if (index === at + 1) continue
      const above = column[index === at ? at - 1 : index - 1]
      const below = column[index === at ? at + 1 : index]
      const low = above === undefined ? -Infinity : (this.across[above] ?? 0) + this.size(above) + rowGap
      const high = below === undefined ? Infinity : (this.across[below] ?? 0) - rowGap - this.size(node)
      if (low > high) continue
      this.lines.moveNode(node, Math.min(Math.max(preferredPosition, low), high))
      const crossings = this.lines.crossings([node])
      if (crossings >= least) continue
      least = crossings
      best = this.across[node] ?? 0
      slot = index
    }
    this.lines.moveNode(node, best)
    if (slot > at + 1) column.copyWithin(at, at + 1, slot)
    else if (slot < at) column.copyWithin(slot + 1, slot, at)
    column[slot > at ? slot - 1 : slot] = node
    return least < before
  }

  /** One pass over all nodes; returns the number of improvements. `isBudgetUsed` is true once the budget is used up. */
  pass(effort: Effort, isBudgetUsed: () => boolean): number {
    const radius = searchRadius[effort]
    let improvements = 0
    for (const column of this.columns) {
      for (let at = 0; at < column.length && !isBudgetUsed(); at += 1) {
        const degree = (node: number) => (this.lines.ofNode.start[node + 1] ?? 0) - (this.lines.ofNode.start[node] ?? 0)
        if (degree(column[at] ?? 0) > maxDegree) continue
        for (let other = at + 1; other < Math.min(column.length, at + 1 + radius); other += 1)
          if (degree(column[other] ?? 0) <= maxDegree && this.swap(column, at, other)) improvements += 1
        if (this.move(column, at, radius)) improvements += 1
      }
    }
    return improvements
  }
}

/** Changes `places.across` only; nodes keep their layers and minimum gaps. `stop` is polled after each pass. */
export function untangle(
  component: Component,
  positions: ComponentPositions,
  layer: Int32Array,
  effort: Effort,
  stop: () => boolean,
): void {
  const { pairs, passes } = budgets[effort]
  if (passes === 0) return
  const lines = Lines.of(component, positions, layer)
  if (lines === null) return
  const untangling = new Untangling(component, positions, layer, lines)
  for (let pass = 0; pass < passes; pass += 1)
    if (untangling.pass(effort, () => lines.compared > pairs) === 0 || lines.compared > pairs || stop()) return
}
