/** Satellites of an item, which are not in layers: notes that describe the item, and attached nodes at any depth. */
import type { Buckets } from './grouped-indexes.ts'
import { packShelves } from './shelves.ts'
import type { ItemPositions, Items } from './component.ts'

/** Gap between a note and its item, and between notes. */
const noteGap = 16
/** Gap between an item and its attached nodes, and between rows of attached nodes: lines bend there. */
const attachedGap = 56
/** Gap between attached nodes in a row. */
const columnGap = 40
/** Maximum number of attached nodes in one row. */
const maxPerRow = 6

/**
 * An item with its satellites: in a layout to the right, notes above and attached nodes below; in a downward layout,
 * both to the right of the item.
 */
export interface Block {
  width: Float64Array
  height: Float64Array
  /** Vertical offset of the item from the top of the block. */
  top: Float64Array
}

export interface SatelliteOwners {
  /** Owner of a satellite; -1 for items in layers. */
  ownerOf: Int32Array
  /** 0 for notes, 1 for attached nodes, 2 for nodes attached to these, and so on. */
  depth: Int32Array
}

/** Finds the owners of satellites. Notes on notes and attached nodes in a cycle are placed in layers. Linear. */
export function satelliteOwnersOf({ describes, attachedTo }: Items): SatelliteOwners {
  const count = attachedTo.length
  const ownerOf = new Int32Array(count).fill(-1)
  const depth = new Int32Array(count)
  /** 0 = not visited, 1 = on the current path, 2 = done. */
  const state = new Uint8Array(count)
  const path: number[] = []
  for (let start = 0; start < count; start += 1) {
    let at = start
    for (; at !== -1 && state[at] === 0; at = attachedTo[at] ?? -1) {
      state[at] = 1
      path.push(at)
    }
    // Back on the current path: a cycle, whose nodes are not satellites.
    const isCycle = at !== -1 && state[at] === 1
    for (let item = path.pop(); item !== undefined; item = path.pop()) {
      const owner = isCycle ? -1 : (attachedTo[item] ?? -1)
      state[item] = 2
      if (owner === -1) continue
      ownerOf[item] = (ownerOf[owner] ?? -1) === -1 ? owner : (ownerOf[owner] ?? -1)
      depth[item] = (depth[owner] ?? 0) + 1
    }
  }
  const hasSatellites = new Uint8Array(count)
  for (const owner of ownerOf) if (owner !== -1) hasSatellites[owner] = 1
  for (let note = 0; note < count; note += 1) {
    const other = describes[note] ?? -1
    if (other === -1 || ownerOf[note] !== -1 || hasSatellites[note] === 1 || (describes[other] ?? -1) !== -1) continue
    ownerOf[note] = (ownerOf[other] ?? -1) === -1 ? other : (ownerOf[other] ?? -1)
  }
  return { ownerOf, depth }
}

/** Places attached nodes in rows by depth, starting at a corner; returns the size of the rows. */
function placeAttached(
  items: Items,
  attached: Int32Array,
  depth: Int32Array,
  positions: ItemPositions,
  corner: { x: number; y: number },
): { width: number; height: number } {
  const inRows = attached.toSorted((a, b) => (depth[a] ?? 0) - (depth[b] ?? 0) || a - b)
  let [x, y, high, wide, columns, row] = [corner.x, corner.y, 0, 0, 0, 0]
  for (const part of inRows) {
    const rowDepth = depth[part] ?? 0
    if (row !== 0 && (rowDepth !== row || columns === maxPerRow)) {
      y += high + attachedGap
      x = corner.x
      high = 0
      columns = 0
    }
    row = rowDepth
    columns += 1
    positions.x[part] = x
    positions.y[part] = y
    wide = Math.max(wide, x + (items.width[part] ?? 0) - corner.x)
    high = Math.max(high, items.height[part] ?? 0)
    x += (items.width[part] ?? 0) + columnGap
  }
  return { width: wide, height: y + high - corner.y }
}

/** Computes the blocks of all items; writes positions of satellites, relative to the block's corner, to `positions`. */
export function blocksOf(
  items: Items,
  { depth }: SatelliteOwners,
  satellites: Buckets,
  down: boolean,
  positions: ItemPositions,
): Block {
  const block = { width: items.width.slice(), height: items.height.slice(), top: new Float64Array(items.width.length) }
  for (let item = 0; item < items.width.length; item += 1) {
    const itemSatellites = satellites.items.subarray(satellites.start[item], satellites.start[item + 1])
    if (itemSatellites.length === 0) continue
    const [notes, attached] = [
      itemSatellites.filter((other) => depth[other] === 0),
      itemSatellites.filter((other) => depth[other] !== 0),
    ]
    const noteShelves = packShelves(
      Float64Array.from(notes, (note) => items.width[note] ?? 0),
      Float64Array.from(notes, (note) => items.height[note] ?? 0),
      noteGap,
    )
    const [width, height] = [items.width[item] ?? 0, items.height[item] ?? 0]
    const top = down || notes.length === 0 ? 0 : noteShelves.height + noteGap
    const corner = down ? { x: width + attachedGap, y: 0 } : { x: 0, y: top + height + attachedGap }
    const attachedSize = placeAttached(items, attached, depth, positions, corner)
    const end =
      attached.length === 0
        ? { x: width, y: top + height }
        : { x: corner.x + attachedSize.width, y: corner.y + attachedSize.height }
    const left = down ? end.x + noteGap : 0
    for (const [index, note] of notes.entries()) {
      positions.x[note] = left + (noteShelves.x[index] ?? 0)
      positions.y[note] = noteShelves.y[index] ?? 0
    }
    const notesEnd = notes.length === 0 ? 0 : left + noteShelves.width
    block.top[item] = top
    block.width[item] = Math.max(width, end.x, notesEnd)
    block.height[item] = Math.max(top + height, end.y, down ? noteShelves.height : 0)
  }
  return block
}
