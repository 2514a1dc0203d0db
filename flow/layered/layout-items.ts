/** Lays out one container: components in layers and on shelves, notes and attached nodes next to their owners. */
import { type Buckets, bucketsOf } from './grouped-indexes.ts'
import { layoutComponent } from './layout-component.ts'
import type { Effort, Component, Items, ItemPositions } from './component.ts'
import { type Block, blocksOf, satelliteOwnersOf } from './satellites.ts'
import { packShelves } from './shelves.ts'
import { foldComponents, type Folding } from './fold.ts'

export interface ItemLayoutOptions {
  down: boolean
  effort: Effort
  folding: Folding
  /** Receives the number of newly finished items and the progress of the current ones, in items; true = stop. */
  reportItems: (finished: number, underWay?: number) => boolean
}

/** Connected components by union-find with path halving: for each item, the first item of its component. */
function connectedComponents(count: number, from: Int32Array, to: Int32Array): Int32Array {
  const root = Int32Array.from({ length: count }, (_, item) => item)
  const find = (item: number): number => {
    let at = item
    while (root[at] !== at) {
      root[at] = root[root[at] ?? 0] ?? 0
      at = root[at] ?? 0
    }
    return at
  }
  for (let edge = 0; edge < from.length; edge += 1) {
    const [one, other] = [find(from[edge] ?? 0), find(to[edge] ?? 0)]
    if (one < other) root[other] = one
    else root[one] = other
  }
  for (let item = 0; item < count; item += 1) root[item] = find(item)
  return root
}

/** Items and edges of a component; `local` maps items to indexes in `members`. */
interface Membership {
  members: Int32Array
  edges: Int32Array
  local: Int32Array
}

/** Extra space beside a node in a downward layout, for edges that leave on its right or arrive on its left. */
const sideMargin = 40

/** A component without self-loops; parallel edges are merged into one edge, whose weight is their number. */
function componentOf({ members, edges, local }: Membership, items: Items, block: Block, down: boolean): Component {
  const count = members.length
  const bySource = bucketsOf(
    count,
    edges.map((edge) => local[items.from[edge] ?? 0] ?? 0),
  )
  const uniqueEdges: number[] = []
  const weight: number[] = []
  const edgeAtTarget = new Int32Array(count).fill(-1)
  for (let source = 0; source < count; source += 1) {
    const first = uniqueEdges.length
    for (let at = bySource.start[source] ?? 0; at < (bySource.start[source + 1] ?? 0); at += 1) {
      const edge = edges[bySource.items[at] ?? 0] ?? 0
      const target = local[items.to[edge] ?? 0] ?? 0
      if (target === source) continue
      const before = edgeAtTarget[target] ?? -1
      if (before >= first) weight[before] = (weight[before] ?? 0) + 1
      else {
        edgeAtTarget[target] = uniqueEdges.length
        uniqueEdges.push(edge)
        weight.push(1)
      }
    }
  }
  const widths = Float64Array.from(members, (item) => block.width[item] ?? 0)
  const heights = Float64Array.from(members, (item) => block.height[item] ?? 0)
  const port = (ends: Int32Array, ports: Float64Array) =>
    Float64Array.from(uniqueEdges, (edge) => {
      const item = ends[edge] ?? 0
      return down ? (block.left[item] ?? 0) + (items.width[item] ?? 0) / 2 : (block.top[item] ?? 0) + (ports[edge] ?? 0)
    })
  return {
    along: down ? heights : widths,
    across: down ? widths.map((width) => width + sideMargin) : heights,
    from: Int32Array.from(uniqueEdges, (edge) => local[items.from[edge] ?? 0] ?? 0),
    to: Int32Array.from(uniqueEdges, (edge) => local[items.to[edge] ?? 0] ?? 0),
    weight: Float64Array.from(weight),
    fromPort: port(items.from, items.fromPort),
    toPort: port(items.to, items.toPort),
  }
}

/** Moves an item and its satellites by the corner of their component. */
function placeBlock(
  item: number,
  corner: { x: number; y: number },
  block: Block,
  satellites: Buckets,
  positions: ItemPositions,
): void {
  const [x, y] = [(positions.x[item] ?? 0) + corner.x, (positions.y[item] ?? 0) + corner.y]
  for (const other of satellites.items.subarray(satellites.start[item], satellites.start[item + 1])) {
    positions.x[other] = x + (positions.x[other] ?? 0)
    positions.y[other] = y + (positions.y[other] ?? 0)
  }
  positions.x[item] = x + (block.left[item] ?? 0)
  positions.y[item] = y + (block.top[item] ?? 0)
}

/** Positions relative to the top-left corner. Ties are broken by the order of the items. */
export function layoutItems(items: Items, { down, effort, folding, reportItems }: ItemLayoutOptions): ItemPositions {
  const count = items.width.length
  const positions: ItemPositions = {
    x: new Float64Array(count),
    y: new Float64Array(count),
    width: 0,
    height: 0,
    rows: new Float64Array(0),
  }
  const owners = satelliteOwnersOf(items)
  const satellites = bucketsOf(count, owners.ownerOf)
  const block = blocksOf(items, owners, satellites, down, positions)
  const componentHead = connectedComponents(count, items.from, items.to)
  for (let item = 0; item < count; item += 1) if ((owners.ownerOf[item] ?? -1) !== -1) componentHead[item] = -1
  const members = bucketsOf(count, componentHead)
  const edges = bucketsOf(
    count,
    items.from.map((item) => componentHead[item] ?? -1),
  )
  const heads = Int32Array.from(new Set(componentHead.filter((head) => head !== -1))).toSorted()
  const [widths, heights] = [new Float64Array(heads.length), new Float64Array(heads.length)]
  const local = new Int32Array(count)
  for (const [number, head] of heads.entries()) {
    const ownItems = members.items.subarray(members.start[head], members.start[head + 1])
    if (ownItems.length > 1) {
      for (const [index, item] of ownItems.entries()) local[item] = index
      const inside = edges.items.subarray(edges.start[head], edges.start[head + 1])
      const layout = layoutComponent(
        componentOf({ members: ownItems, edges: inside, local }, items, block, down),
        effort,
        (share) => reportItems(0, share * ownItems.length),
      )
      const least = layout.across.reduce((low, at) => Math.min(low, at), Infinity)
      for (const [index, item] of ownItems.entries()) {
        const [along, across] = [layout.along[index] ?? 0, (layout.across[index] ?? 0) - least]
        positions.x[item] = Math.round(down ? across : along)
        positions.y[item] = Math.round(down ? along : across)
      }
    }
    for (const item of ownItems) {
      widths[number] = Math.max(widths[number] ?? 0, (positions.x[item] ?? 0) + (block.width[item] ?? 0))
      heights[number] = Math.max(heights[number] ?? 0, (positions.y[item] ?? 0) + (block.height[item] ?? 0))
    }
    if (reportItems(ownItems.length)) break
  }
  const onShelves = packShelves(widths, heights)
  const folded = foldComponents(
    { ...positions, width: block.width, height: block.height, from: items.from, to: items.to, heads, members, edges },
    onShelves,
    folding,
  )
  const packed = folded?.packed ?? onShelves
  positions.width = packed.width
  positions.height = packed.height
  positions.rows = folded?.rows ?? positions.rows
  for (const [number, head] of heads.entries())
    for (const item of members.items.subarray(members.start[head], members.start[head + 1]))
      placeBlock(item, { x: packed.x[number] ?? 0, y: packed.y[number] ?? 0 }, block, satellites, positions)
  return positions
}
