/** Satellites of an item, which are not in layers: notes that describe the item, and attached nodes at any depth. */
import type { Buckets } from './grouped-indexes.ts'
import { shelves } from './shelves.ts'
import type { ItemPlaces, Items } from './component.ts'

/** Gap between a note and its item, and between notes. */
const noteGap = 16
/** Gap between an item and its attached nodes, and between rows of attached nodes: lines bend there. */
const partGap = 56
/** Gap between attached nodes in a row. */
const besideGap = 40
/** Maximum number of attached nodes in one row. */
const maxPerRow = 6

/**
 * An item with its satellites: notes above; attached nodes below in a layout to the right, beside the item in a
 * downward layout.
 */
export interface Block {
  width: Float64Array
  height: Float64Array
  /** Offset of the item from the block's corner. */
  top: Float64Array
}

export interface Holders {
  /** Owner of a satellite; -1 for items in layers. */
  holder: Int32Array
  /** 0 for notes, 1 for attached nodes, 2 for nodes attached to these, and so on. */
  depth: Int32Array
}

/** Finds the owners of satellites. Notes on notes and attached nodes in a cycle are placed in layers. Linear. */
export function satelliteHoldersOf({ describes, belongs }: Items): Holders {
  const count = belongs.length
  const holder = new Int32Array(count).fill(-1)
  const depth = new Int32Array(count)
  /** 0 = not visited, 1 = on the current path, 2 = done. */
  const state = new Uint8Array(count)
  const way: number[] = []
  for (let start = 0; start < count; start += 1) {
    let at = start
    for (; at !== -1 && state[at] === 0; at = belongs[at] ?? -1) {
      state[at] = 1
      way.push(at)
    }
    // Back on the current path: a cycle, whose nodes are not satellites.
    const isCircle = at !== -1 && state[at] === 1
    for (let item = way.pop(); item !== undefined; item = way.pop()) {
      const owner = isCircle ? -1 : (belongs[item] ?? -1)
      state[item] = 2
      if (owner === -1) continue
      holder[item] = (holder[owner] ?? -1) === -1 ? owner : (holder[owner] ?? -1)
      depth[item] = (depth[owner] ?? 0) + 1
    }
  }
  const holds = new Uint8Array(count)
  for (const owner of holder) if (owner !== -1) holds[owner] = 1
  for (let note = 0; note < count; note += 1) {
    const other = describes[note] ?? -1
    if (other === -1 || holder[note] !== -1 || holds[note] === 1 || (describes[other] ?? -1) !== -1) continue
    holder[note] = (holder[other] ?? -1) === -1 ? other : (holder[other] ?? -1)
  }
  return { holder, depth }
}

/** Places attached nodes in rows by depth, starting at a corner; returns the size of the rows. */
function placeParts(
  items: Items,
  parts: Int32Array,
  depth: Int32Array,
  places: ItemPlaces,
  corner: { x: number; y: number },
): { width: number; height: number } {
  const inRows = parts.toSorted((a, b) => (depth[a] ?? 0) - (depth[b] ?? 0) || a - b)
  let [x, y, high, wide, beside, row] = [corner.x, corner.y, 0, 0, 0, 0]
  for (const part of inRows) {
    const own = depth[part] ?? 0
    if (row !== 0 && (own !== row || beside === maxPerRow)) {
      y += high + partGap
      x = corner.x
      high = 0
      beside = 0
    }
    row = own
    beside += 1
    places.x[part] = x
    places.y[part] = y
    wide = Math.max(wide, x + (items.width[part] ?? 0) - corner.x)
    high = Math.max(high, items.height[part] ?? 0)
    x += (items.width[part] ?? 0) + besideGap
  }
  return { width: wide, height: y + high - corner.y }
}

/** Computes the blocks of all items; writes positions of satellites, relative to the block's corner, to `places`. */
export function blocksOf(items: Items, { depth }: Holders, held: Buckets, down: boolean, places: ItemPlaces): Block {
  const block = { width: items.width.slice(), height: items.height.slice(), top: new Float64Array(items.width.length) }
  for (let item = 0; item < items.width.length; item += 1) {
    const own = held.items.subarray(held.start[item], held.start[item + 1])
    if (own.length === 0) continue
    const [notes, parts] = [own.filter((other) => depth[other] === 0), own.filter((other) => depth[other] !== 0)]
    const laid = shelves(
      Float64Array.from(notes, (note) => items.width[note] ?? 0),
      Float64Array.from(notes, (note) => items.height[note] ?? 0),
      noteGap,
    )
    const [width, height] = [items.width[item] ?? 0, items.height[item] ?? 0]
    const top = down || notes.length === 0 ? 0 : laid.height + noteGap
    const corner = down ? { x: width + partGap, y: 0 } : { x: 0, y: top + height + partGap }
    const room = placeParts(items, parts, depth, places, corner)
    const end =
      parts.length === 0 ? { x: width, y: top + height } : { x: corner.x + room.width, y: corner.y + room.height }
    const left = down ? end.x + noteGap : 0
    for (const [index, note] of notes.entries()) {
      places.x[note] = left + (laid.x[index] ?? 0)
      places.y[note] = laid.y[index] ?? 0
    }
    const notesEnd = notes.length === 0 ? 0 : left + laid.width
    block.top[item] = top
    block.width[item] = Math.max(width, end.x, notesEnd)
    block.height[item] = Math.max(top + height, end.y, down ? laid.height : 0)
  }
  return block
}
