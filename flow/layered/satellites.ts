/** Satellites of an item, which are not in layers: notes that describe the item, and attached nodes at any depth. */
import { type Buckets, bucketsOf } from './grouped-indexes.ts'
import { packShelves } from './shelves.ts'
import type { ItemPositions, Items } from './component.ts'

/** Gap between a note and its item, and between notes. */
const noteGap = 16
/** Gap between an owner and its attached nodes, and between their rows: lines bend there. */
const attachedGap = 56
/** Gap between attached nodes in a row. */
const columnGap = 40
/** Maximum number of attached nodes in one row. */
const maxPerRow = 6

/**
 * An item with its satellites: attached nodes below it, notes above it, or in a downward layout to the right of all
 * others.
 */
export interface Block {
  width: Float64Array
  height: Float64Array
  /** Offset of the item from the left and from the top of the block. */
  left: Float64Array
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

/** Attached nodes of one owner, side by side. */
interface PartRow {
  parts: Int32Array
  width: number
  /** Distance of its middle from the middle of the owner. */
  shift: number
}

/** Sizes of all owners together with everything below them, by item, and the rows of the parts of each. */
interface Subtrees {
  width: Float64Array
  height: Float64Array
  rows: Map<number, PartRow[]>
}

/** Measures the attached nodes below an owner; the sizes of its parts are known. */
function measureOwner(owner: number, parts: Int32Array, { width, height, rows }: Subtrees): void {
  const ownRows: PartRow[] = []
  for (let first = 0; first < parts.length; first += maxPerRow) {
    const row = parts.subarray(first, first + maxPerRow)
    const wide = row.reduce((sum, part) => sum + (width[part] ?? 0) + columnGap, -columnGap)
    // The lines of every second row run up between the cards of the row above.
    const isBelowCards = ownRows.length % 2 === 1 && row.length % 2 === maxPerRow % 2
    const shift = isBelowCards ? ((width[row[0] ?? 0] ?? 0) + columnGap) / 2 : 0
    ownRows.push({ parts: row, width: wide, shift })
    width[owner] = Math.max(width[owner] ?? 0, wide + 2 * shift)
    height[owner] =
      (height[owner] ?? 0) + attachedGap + row.reduce((most, part) => Math.max(most, height[part] ?? 0), 0)
  }
  if (ownRows.length > 0) rows.set(owner, ownRows)
}

/** Measures all owners, the innermost first: everything below an owner hangs within its width. */
function measureSubtrees(items: Items, { ownerOf, depth }: SatelliteOwners): Subtrees {
  const count = items.width.length
  const subtrees: Subtrees = { width: items.width.slice(), height: items.height.slice(), rows: new Map() }
  const byOwner = bucketsOf(
    count,
    ownerOf.map((owner, item) => (owner !== -1 && depth[item] !== 0 ? (items.attachedTo[item] ?? -1) : -1)),
  )
  const byDepth = bucketsOf(depth.reduce((most, own) => Math.max(most, own), 0) + 1, depth).items
  for (const item of byDepth.toReversed())
    measureOwner(item, byOwner.items.subarray(byOwner.start[item], byOwner.start[item + 1]), subtrees)
  return subtrees
}

/** Places everything that hangs below an owner; its own position is known. */
function placeParts(owner: number, items: Items, { width, height, rows }: Subtrees, positions: ItemPositions): void {
  const owners = [owner]
  for (let above = owners.pop(); above !== undefined; above = owners.pop()) {
    const middle = (positions.x[above] ?? 0) + (items.width[above] ?? 0) / 2
    let y = (positions.y[above] ?? 0) + (items.height[above] ?? 0) + attachedGap
    for (const row of rows.get(above) ?? []) {
      let [x, high] = [middle + row.shift - row.width / 2, 0]
      for (const part of row.parts) {
        positions.x[part] = x + ((width[part] ?? 0) - (items.width[part] ?? 0)) / 2
        positions.y[part] = y
        x += (width[part] ?? 0) + columnGap
        high = Math.max(high, height[part] ?? 0)
        owners.push(part)
      }
      y += high + attachedGap
    }
  }
}

/** Computes the blocks of all items; writes positions of satellites, relative to the block's corner, to `positions`. */
export function blocksOf(
  items: Items,
  owners: SatelliteOwners,
  satellites: Buckets,
  down: boolean,
  positions: ItemPositions,
): Block {
  const count = items.width.length
  const subtrees = measureSubtrees(items, owners)
  const block = {
    width: items.width.slice(),
    height: items.height.slice(),
    left: new Float64Array(count),
    top: new Float64Array(count),
  }
  for (let item = 0; item < count; item += 1) {
    const itemSatellites = satellites.items.subarray(satellites.start[item], satellites.start[item + 1])
    if (itemSatellites.length === 0) continue
    const notes = itemSatellites.filter((other) => owners.depth[other] === 0)
    const noteShelves = packShelves(
      Float64Array.from(notes, (note) => items.width[note] ?? 0),
      Float64Array.from(notes, (note) => items.height[note] ?? 0),
      noteGap,
    )
    const [width, height] = [subtrees.width[item] ?? 0, subtrees.height[item] ?? 0]
    const left = (width - (items.width[item] ?? 0)) / 2
    const top = down || notes.length === 0 ? 0 : noteShelves.height + noteGap
    positions.x[item] = left
    positions.y[item] = top
    placeParts(item, items, subtrees, positions)
    // The item is placed later, together with its component.
    positions.x[item] = 0
    positions.y[item] = 0
    const notesLeft = down ? width + noteGap : left
    for (const [index, note] of notes.entries()) {
      positions.x[note] = notesLeft + (noteShelves.x[index] ?? 0)
      positions.y[note] = noteShelves.y[index] ?? 0
    }
    block.left[item] = left
    block.top[item] = top
    block.width[item] = Math.max(width, notes.length === 0 ? 0 : notesLeft + noteShelves.width)
    block.height[item] = Math.max(top + height, down ? noteShelves.height : 0)
  }
  return block
}
