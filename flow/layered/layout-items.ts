/** What lies in one container: notes beside what they describe, connected parts in layers, the parts on shelves. */
import { type Buckets, bucketsOf } from './buckets.ts'
import { layoutPart } from './layout-part.ts'
import type { Effort, Part } from './part.ts'
import { shelves } from './shelves.ts'

/** The items of a container, in numbers of their own. */
export interface Items {
  width: Float64Array
  height: Float64Array
  from: Int32Array
  to: Int32Array
  /** From the top of an item. */
  fromPort: Float64Array
  toPort: Float64Array
  /** For a note the item that it describes, which is no such note itself; else -1. */
  describes: Int32Array
}

export interface ItemPlaces {
  x: Float64Array
  y: Float64Array
  width: number
  height: number
}

export interface Manner {
  down: boolean
  effort: Effort
  /** Takes how many items more were laid out, and how many of those under way could be called so; true = end. */
  done: (finished: number, underWay?: number) => boolean
}

/** Between a note and what it describes, and between notes. */
const noteGap = 16

/** An item with its notes: above it where the flow leads to the right, beside it where it leads down. */
interface Block {
  width: Float64Array
  height: Float64Array
  /** From the block's corner to the item's. */
  top: Float64Array
}

function blocksOf(items: Items, notes: Buckets, down: boolean, places: ItemPlaces): Block {
  const block = { width: items.width.slice(), height: items.height.slice(), top: new Float64Array(items.width.length) }
  for (let item = 0; item < items.width.length; item += 1) {
    const own = notes.items.subarray(notes.start[item], notes.start[item + 1])
    if (own.length === 0) continue
    const laid = shelves(
      Float64Array.from(own, (note) => items.width[note] ?? 0),
      Float64Array.from(own, (note) => items.height[note] ?? 0),
      noteGap,
    )
    const [width, height] = [items.width[item] ?? 0, items.height[item] ?? 0]
    const left = down ? width + noteGap : 0
    for (const [index, note] of own.entries()) {
      places.x[note] = left + (laid.x[index] ?? 0)
      places.y[note] = laid.y[index] ?? 0
    }
    block.top[item] = down ? 0 : laid.height + noteGap
    block.width[item] = down ? left + laid.width : Math.max(width, laid.width)
    block.height[item] = down ? Math.max(height, laid.height) : height + noteGap + laid.height
  }
  return block
}

/** The first item of the part of each one: union-find with path halving. */
function partsOf(count: number, from: Int32Array, to: Int32Array): Int32Array {
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

/** The items and edges of a part; `local` numbers the members. */
interface Membership {
  members: Int32Array
  edges: Int32Array
  local: Int32Array
}

/** Edges of a part without self-loops; parallel ones are one of their weight. */
function partOf({ members, edges, local }: Membership, items: Items, block: Block, down: boolean): Part {
  const count = members.length
  const bySource = bucketsOf(
    count,
    edges.map((edge) => local[items.from[edge] ?? 0] ?? 0),
  )
  const kept: number[] = []
  const weight: number[] = []
  const seenAt = new Int32Array(count).fill(-1)
  for (let source = 0; source < count; source += 1) {
    const first = kept.length
    for (let at = bySource.start[source] ?? 0; at < (bySource.start[source + 1] ?? 0); at += 1) {
      const edge = edges[bySource.items[at] ?? 0] ?? 0
      const target = local[items.to[edge] ?? 0] ?? 0
      if (target === source) continue
      const before = seenAt[target] ?? -1
      if (before >= first) weight[before] = (weight[before] ?? 0) + 1
      else {
        seenAt[target] = kept.length
        kept.push(edge)
        weight.push(1)
      }
    }
  }
  const widths = Float64Array.from(members, (item) => block.width[item] ?? 0)
  const heights = Float64Array.from(members, (item) => block.height[item] ?? 0)
  const port = (ends: Int32Array, ports: Float64Array) =>
    Float64Array.from(kept, (edge) => {
      const item = ends[edge] ?? 0
      return down ? (items.width[item] ?? 0) / 2 : (block.top[item] ?? 0) + (ports[edge] ?? 0)
    })
  return {
    along: down ? heights : widths,
    across: down ? widths : heights,
    from: Int32Array.from(kept, (edge) => local[items.from[edge] ?? 0] ?? 0),
    to: Int32Array.from(kept, (edge) => local[items.to[edge] ?? 0] ?? 0),
    weight: Float64Array.from(weight),
    fromPort: port(items.from, items.fromPort),
    toPort: port(items.to, items.toPort),
  }
}

/** Places from 0, 0. The order of the items decides wherever nothing else does. */
export function layoutItems(items: Items, { down, effort, done }: Manner): ItemPlaces {
  const count = items.width.length
  const places: ItemPlaces = { x: new Float64Array(count), y: new Float64Array(count), width: 0, height: 0 }
  const notes = bucketsOf(count, items.describes)
  const block = blocksOf(items, notes, down, places)
  const part = partsOf(count, items.from, items.to)
  for (let item = 0; item < count; item += 1) if ((items.describes[item] ?? -1) !== -1) part[item] = -1
  const members = bucketsOf(count, part)
  const edges = bucketsOf(
    count,
    items.from.map((item) => part[item] ?? -1),
  )
  const heads = Int32Array.from(new Set(part.filter((head) => head !== -1))).toSorted()
  const [widths, heights] = [new Float64Array(heads.length), new Float64Array(heads.length)]
  const local = new Int32Array(count)
  for (const [number, head] of heads.entries()) {
    const own = members.items.subarray(members.start[head], members.start[head + 1])
    if (own.length > 1) {
      for (const [index, item] of own.entries()) local[item] = index
      const inside = edges.items.subarray(edges.start[head], edges.start[head + 1])
      const laid = layoutPart(partOf({ members: own, edges: inside, local }, items, block, down), effort, (share) =>
        done(0, share * own.length),
      )
      const least = laid.across.reduce((low, at) => Math.min(low, at), Infinity)
      for (const [index, item] of own.entries()) {
        const [along, across] = [laid.along[index] ?? 0, (laid.across[index] ?? 0) - least]
        places.x[item] = Math.round(down ? across : along)
        places.y[item] = Math.round(down ? along : across)
      }
    }
    for (const item of own) {
      widths[number] = Math.max(widths[number] ?? 0, (places.x[item] ?? 0) + (block.width[item] ?? 0))
      heights[number] = Math.max(heights[number] ?? 0, (places.y[item] ?? 0) + (block.height[item] ?? 0))
    }
    if (done(own.length)) break
  }
  const packed = shelves(widths, heights)
  places.width = packed.width
  places.height = packed.height
  for (const [number, head] of heads.entries()) {
    for (const item of members.items.subarray(members.start[head], members.start[head + 1])) {
      const [x, y] = [(places.x[item] ?? 0) + (packed.x[number] ?? 0), (places.y[item] ?? 0) + (packed.y[number] ?? 0)]
      for (const note of notes.items.subarray(notes.start[item], notes.start[item + 1])) {
        places.x[note] = x + (places.x[note] ?? 0)
        places.y[note] = y + (places.y[note] ?? 0)
      }
      places.x[item] = x
      places.y[item] = y + (block.top[item] ?? 0)
    }
  }
  return places
}
