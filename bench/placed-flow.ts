/** Tidy positions for a generated flow, and facts for measurements. */
import type { Node } from '#contract/flow.ts'
import type { Size } from '#flow/place/flow-graph.ts'
import type { NodeBox } from '#flow/place/layout.ts'
import { type GeneratedFlow, generatedFlow } from './generated-flow.ts'

/** Distance between cards, large enough that placement moves none of them. */
const pitch = { x: 300, y: 150 }
/** A card without branches; used as the size of every node. */
const card = { width: 216, height: 70 }
/** Space between the frame of a group and its content; the name of the group is above its frame. */
const padding = 48
/** Rows of nodes in a block; ungrouped nodes take twice as many places, of which every other one is free. */
const rows = 4
/** Ungrouped nodes are split into blocks of this many. */
const run = 14
/** Aspect ratio of the whole flow, like that of a window. */
const aspectRatio = 1.6

interface Block extends Size {
  /** Position of each node relative to the block's corner, and frames of groups, outer ones first. */
  spots: { node: Node; x: number; y: number }[]
  frames: { node: Node; box: NodeBox }[]
}

/** Nodes in `rows` rows, from left to right, like most edges; dense, or with every other place free. */
function rowsOf(nodes: readonly Node[], dense: boolean): Block {
  const step = dense ? 1 : 2
  const columns = step * Math.ceil(nodes.length / rows)
  const spots = nodes.map((node, index) => {
    const row = Math.floor((index * step) / columns)
    // Like a chessboard: rows alternately start with a node and with a free place.
    const column = ((index * step) % columns) + (dense ? 0 : row % 2)
    return { node, x: column * pitch.x, y: row * pitch.y }
  })
  return { spots, frames: [], width: columns * pitch.x, height: rows * pitch.y }
}

/** A group with its own nodes on the left and nested groups on their right. */
function framed(group: Node, own: Block, inner: readonly Block[]): Block {
  const block: Block = { spots: [], frames: [], width: 2 * padding, height: 0 }
  const add = (part: Block) => {
    for (const spot of part.spots) block.spots.push({ ...spot, x: spot.x + block.width - padding, y: spot.y + padding })
    for (const { node, box } of part.frames)
      block.frames.push({ node, box: { ...box, x: box.x + block.width - padding, y: box.y + padding } })
    block.width += part.width
    block.height = Math.max(block.height, part.height + 2 * padding)
  }
  for (const part of [own, ...inner]) if (part.spots.length > 0) add(part)
  block.frames.unshift({ node: group, box: { x: 0, y: 0, width: block.width, height: block.height } })
  return block
}

/** The flow in blocks: each outermost group, and the nodes between them. */
function blocksOf(nodes: readonly Node[]): Block[] {
  const members = new Map<string, Node[]>()
  const groups = nodes.filter(({ type }) => type === 'group')
  for (const node of nodes)
    if (node.parent !== null) members.set(node.parent, [...(members.get(node.parent) ?? []), node])
  const groupBlocks = new Map<string, Block>()
  // A group comes after its container: in reverse order, its content is complete already.
  for (const group of groups.toReversed()) {
    const inside = members.get(group.id) ?? []
    const inner = inside.flatMap(({ id }) => groupBlocks.get(id) ?? [])
    groupBlocks.set(
      group.id,
      framed(
        group,
        rowsOf(
          inside.filter(({ type }) => type !== 'group'),
          true,
        ),
        inner,
      ),
    )
  }
  const blocks: Block[] = []
  let ungrouped: Node[] = []
  const flush = () => {
    for (let first = 0; first < ungrouped.length; first += run)
      blocks.push(rowsOf(ungrouped.slice(first, first + run), false))
    ungrouped = []
  }
  const visitedIds = new Set<string>()
  const outermost = new Map<string, string>()
  for (const group of groups)
    outermost.set(group.id, group.parent === null ? group.id : (outermost.get(group.parent) ?? group.id))
  for (const node of nodes) {
    if (node.type === 'group') continue
    if (node.parent === null) ungrouped.push(node)
    else {
      const outer = outermost.get(node.parent) ?? node.parent
      const block = groupBlocks.get(outer)
      if (block === undefined || visitedIds.has(outer)) continue
      flush()
      visitedIds.add(outer)
      blocks.push(block)
    }
  }
  flush()
  return blocks
}

/** The bounding box of boxes, none of which has negative coordinates. */
function boundsOf(boxes: readonly NodeBox[]): NodeBox {
  const bounds = { x: 0, y: 0, width: 0, height: 0 }
  for (const box of boxes) {
    bounds.width = Math.max(bounds.width, box.x + box.width)
    bounds.height = Math.max(bounds.height, box.y + box.height)
  }
  return bounds
}

export interface PlacedFlow extends GeneratedFlow {
  /** Positions of cards on the canvas by node id, without groups. */
  cards: Map<string, NodeBox>
  /** The bounding box of all cards and frames. */
  bounds: NodeBox
}

/** The same flow with a position for every node and a size for every group: blocks in rows like words on a page. */
export function placedFlow(count: number, options: { seed?: number; groups?: boolean } = {}): PlacedFlow {
  const { nodes, edges } = generatedFlow(count, options)
  const blocks = blocksOf(nodes)
  const area = blocks.reduce((sum, { width, height }) => sum + (width + pitch.x) * (height + pitch.y), 0)
  const wide = Math.sqrt(area * aspectRatio)
  const cards = new Map<string, NodeBox>()
  const frames = new Map<string, NodeBox>()
  let [left, top, rowHeight] = [0, 0, 0]
  for (const block of blocks) {
    if (left > 0 && left + block.width > wide) [left, top, rowHeight] = [0, top + rowHeight + pitch.y, 0]
    for (const { node, x, y } of block.spots) cards.set(node.id, { x: left + x, y: top + y, ...card })
    for (const { node, box } of block.frames) frames.set(node.id, { ...box, x: left + box.x, y: top + box.y })
    left += block.width + pitch.x
    rowHeight = Math.max(rowHeight, block.height)
  }
  const positionedNodes = nodes.map((node): Node => {
    const [box, frame, parent] = [cards.get(node.id), frames.get(node.id), frames.get(node.parent ?? '')]
    const { x, y } = frame ?? box ?? { x: 0, y: 0 }
    const size = frame === undefined ? null : { width: frame.width, height: frame.height }
    return { ...node, position: { x: x - (parent?.x ?? 0), y: y - (parent?.y ?? 0) }, size }
  })
  return { nodes: positionedNodes, edges, cards, bounds: boundsOf([...cards.values(), ...frames.values()]) }
}

/**
 * The centre of the window of this size that contains most cards, in canvas pixels; windows are tried at half-window
 * steps.
 */
export function densestPoint(cards: Iterable<NodeBox>, { width, height }: Size): { x: number; y: number } {
  const counts = new Map<string, { x: number; y: number; count: number }>()
  for (const { x, y } of cards) {
    const [column, row] = [Math.floor((2 * x) / width), Math.floor((2 * y) / height)]
    for (const [right, down] of [
      [0, 0],
      [-1, 0],
      [0, -1],
      [-1, -1],
    ] as const) {
      const key = `${column + right} ${row + down}`
      const middle = { x: ((column + right + 1) * width) / 2, y: ((row + down + 1) * height) / 2 }
      counts.set(key, { ...middle, count: (counts.get(key)?.count ?? 0) + 1 })
    }
  }
  let best = { x: 0, y: 0, count: 0 }
  for (const place of counts.values()) if (place.count > best.count) best = place
  return { x: best.x, y: best.y }
}
