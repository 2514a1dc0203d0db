/**
 * A layered layout (Sugiyama, Tagawa, Toda 1981) for flows of any size: containers are laid out from the inside out,
 * with their connected components on shelves. Deterministic, not recursive; linear for large flows, except for sorting.
 */
import { bucketsOf, type Buckets } from './grouped-indexes.ts'
import { allowsExactLayout, type LayeredGraph, type LayeredOptions, type LayeredPositions } from './layered-graph.ts'
import { layoutItems, type ItemLayoutOptions } from './layout-items.ts'
import type { Folding } from './fold.ts'
import { nestingOf, type SiblingEdges, siblingEdges } from './nesting.ts'
import type { Items } from './component.ts'

/** Padding of a group; its label is above the content. */
const groupPadding = 24
const groupHead = 48
/** Number of progress reports. */
const progressSteps = 50
/** Gap between fixed nodes and the nodes that are laid out below them. */
const unfixedGap = 72

const sizes = (copyOrZeros: Float64Array): Float64Array =>
  copyOrZeros.map((size) => (size > 0 && Number.isFinite(size) ? size : 0))

/** Items and edges to lay out in one container; `local` maps nodes to item indexes. */
function itemsOf(
  graph: LayeredGraph,
  { width, height, y }: LayeredPositions,
  members: Int32Array,
  edges: { siblings: SiblingEdges; ownEdges: Int32Array; parent: Int32Array },
  local: Int32Array,
): Items {
  const { siblings } = edges
  const ownEdges = edges.ownEdges.filter(
    (edge) => (local[siblings.from[edge] ?? 0] ?? -1) !== -1 && (local[siblings.to[edge] ?? 0] ?? -1) !== -1,
  )
  const [from, to] = [
    Int32Array.from(ownEdges, (edge) => local[siblings.from[edge] ?? 0] ?? 0),
    Int32Array.from(ownEdges, (edge) => local[siblings.to[edge] ?? 0] ?? 0),
  ]
  const localOf = (others: Int32Array | undefined) =>
    Int32Array.from(members, (node, item) => {
      const other = others?.[node] ?? -1
      const at = other >= 0 && other < local.length ? (local[other] ?? -1) : -1
      return at === item ? -1 : at
    })
  const [describes, attachedTo] = [localOf(graph.describes), localOf(graph.attachedTo)]
  // Notes and attached nodes with edges are treated as steps.
  for (const ends of [from, to])
    for (const item of ends) {
      describes[item] = -1
      attachedTo[item] = -1
    }
  const port = (ends: Uint32Array, siblingEnds: Int32Array, ports: Float64Array | undefined) =>
    Float64Array.from(ownEdges, (edge) => {
      const end = ends[edge] ?? 0
      const copyOrZeros = ports?.[edge] ?? Number.NaN
      let at = Number.isFinite(copyOrZeros) ? copyOrZeros : (height[end] ?? 0) / 2
      // The content of a group already has its position in the group.
      for (let node = end; node !== siblingEnds[edge]; node = edges.parent[node] ?? 0) at += y[node] ?? 0
      return at
    })
  return {
    width: Float64Array.from(members, (node) => width[node] ?? 0),
    height: Float64Array.from(members, (node) => height[node] ?? 0),
    from,
    to,
    fromPort: port(graph.source, siblings.from, graph.sourcePort),
    toPort: port(graph.target, siblings.to, graph.targetPort),
    describes,
    attachedTo,
  }
}

/** Top-left corner of the nodes that are laid out: below fixed nodes, else inside the frame of the group. */
function cornerOf(
  graph: LayeredGraph,
  positions: LayeredPositions,
  children: Int32Array,
  container: number | null,
): [number, number] {
  let [left, bottom] = [Infinity, -Infinity]
  for (const node of children) {
    if (graph.fixed?.[node] !== 1) continue
    left = Math.min(left, positions.x[node] ?? 0)
    bottom = Math.max(bottom, (positions.y[node] ?? 0) + (positions.height[node] ?? 0))
  }
  if (Number.isFinite(left) && Number.isFinite(bottom)) return [left, bottom + unfixedGap]
  return container === null ? [0, 0] : [groupPadding, graph.head?.[container] ?? groupHead]
}

interface LayoutState {
  graph: LayeredGraph
  positions: LayeredPositions
  children: Buckets
  siblings: SiblingEdges
  parent: Int32Array
  local: Int32Array
}

/** Lays out one container; `container` is an index, for the canvas the number of nodes. */
function layoutContainer(state: LayoutState, container: number, itemOptions: ItemLayoutOptions): void {
  const { graph, positions, children, siblings, local } = state
  const inside = children.items.subarray(children.start[container], children.start[container + 1])
  const members = graph.fixed === undefined ? inside : inside.filter((node) => graph.fixed?.[node] !== 1)
  if (members.length === 0) return
  for (const [item, node] of members.entries()) local[node] = item
  const { start, items: list } = siblings.byContainer
  const ownEdges = list.subarray(start[container], start[container + 1])
  const layout = layoutItems(
    itemsOf(graph, positions, members, { siblings, ownEdges, parent: state.parent }, local),
    itemOptions,
  )
  for (const node of members) local[node] = -1
  const isCanvas = container === local.length
  const [left, top] = cornerOf(graph, positions, inside, isCanvas ? null : container)
  for (const [item, node] of members.entries()) {
    positions.x[node] = left + (layout.x[item] ?? 0)
    positions.y[node] = top + (layout.y[item] ?? 0)
  }
  if (isCanvas) {
    positions.rows = layout.rows
    return
  }
  positions.width[container] = Math.max(positions.width[container] ?? 0, left + layout.width + groupPadding)
  positions.height[container] = Math.max(positions.height[container] ?? 0, top + layout.height + groupPadding)
}

/** Only the canvas itself is folded, never a group, and nothing beside nodes that keep their places. */
function foldingOf({ fixed }: LayeredGraph, { direction }: LayeredOptions): Folding {
  if (fixed?.includes(1) === true) return 'never'
  return direction === 'folded' ? 'always' : direction === 'auto' ? 'long' : 'never'
}

/** Computes positions for all nodes that are not fixed; null if cancelled. */
export function layeredLayout(graph: LayeredGraph, options: LayeredOptions = {}): LayeredPositions | null {
  const count = graph.width.length
  const nesting = nestingOf(graph.parent)
  const copyOrZeros = (values: Float64Array | undefined) =>
    values === undefined ? new Float64Array(count) : values.slice()
  const positions: LayeredPositions = {
    x: copyOrZeros(graph.x),
    y: copyOrZeros(graph.y),
    width: sizes(graph.width),
    height: sizes(graph.height),
    rows: new Float64Array(0),
  }
  const state: LayoutState = {
    graph,
    positions,
    children: bucketsOf(
      count + 1,
      nesting.parent.map((at) => (at === -1 ? count : at)),
    ),
    parent: nesting.parent,
    siblings: siblingEdges(nesting, graph.source, graph.target),
    local: new Int32Array(count).fill(-1),
  }
  let [finishedItems, reportedItems, isCancelled] = [0, 0, false]
  const reportItems = (finished: number, underWay = 0): boolean => {
    finishedItems += finished
    if (finishedItems + underWay - reportedItems >= count / progressSteps) {
      reportedItems = finishedItems + underWay
      options.onProgress?.(Math.min(1, reportedItems / count))
    }
    isCancelled ||= options.isCancelled?.() === true
    return isCancelled
  }
  const effort = !allowsExactLayout(count, graph.source.length) ? 'fast' : options.tidy === true ? 'tidy' : 'fine'
  const itemOptions: ItemLayoutOptions = { down: options.direction === 'down', effort, folding: 'never', reportItems }
  for (const container of nesting.insideOut) {
    layoutContainer(state, container, itemOptions)
    if (state.children.start[container] !== state.children.start[container + 1] && reportItems(0)) return null
  }
  layoutContainer(state, count, { ...itemOptions, folding: foldingOf(graph, options) })
  if (reportItems(0)) return null
  options.onProgress?.(1)
  return positions
}
