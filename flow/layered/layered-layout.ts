/**
 * A layered layout (Sugiyama, Tagawa, Toda 1981) for flows of any size: containers are laid out from the inside out,
 * with their connected components on shelves. Deterministic, linear except for sorting, not recursive.
 */
import { bucketsOf, type Buckets } from './grouped-indexes.ts'
import { allowsExactLayout, type LayeredGraph, type LayeredOptions, type LayeredPlaces } from './layered-graph.ts'
import { layoutItems, type Manner } from './layout-items.ts'
import { nestingOf, type SiblingEdges, siblingEdges } from './nesting.ts'
import type { Items } from './component.ts'

/** Padding of a group; its label is above the content. */
const groupPadding = 24
const groupHead = 48
/** Number of progress reports. */
const progressSteps = 50
/** Gap between fixed nodes and the nodes that are laid out below them. */
const belowGap = 72

const sizes = (given: Float64Array): Float64Array => given.map((size) => (size > 0 && Number.isFinite(size) ? size : 0))

/** Items and edges to lay out in one container; `local` maps nodes to item indexes. */
function itemsOf(
  graph: LayeredGraph,
  { width, height, y }: LayeredPlaces,
  members: Int32Array,
  edges: { siblings: SiblingEdges; own: Int32Array; parent: Int32Array },
  local: Int32Array,
): Items {
  const { siblings } = edges
  const own = edges.own.filter(
    (edge) => (local[siblings.from[edge] ?? 0] ?? -1) !== -1 && (local[siblings.to[edge] ?? 0] ?? -1) !== -1,
  )
  const [from, to] = [
    Int32Array.from(own, (edge) => local[siblings.from[edge] ?? 0] ?? 0),
    Int32Array.from(own, (edge) => local[siblings.to[edge] ?? 0] ?? 0),
  ]
  const localOf = (others: Int32Array | undefined) =>
    Int32Array.from(members, (node, item) => {
      const other = others?.[node] ?? -1
      const at = other >= 0 && other < local.length ? (local[other] ?? -1) : -1
      return at === item ? -1 : at
    })
  const [describes, belongs] = [localOf(graph.describes), localOf(graph.belongs)]
  // Notes and attached nodes with edges are treated as steps.
  for (const ends of [from, to])
    for (const item of ends) {
      describes[item] = -1
      belongs[item] = -1
    }
  const port = (ends: Uint32Array, siblingEnds: Int32Array, ports: Float64Array | undefined) =>
    Float64Array.from(own, (edge) => {
      const end = ends[edge] ?? 0
      const given = ports?.[edge] ?? Number.NaN
      let at = Number.isFinite(given) ? given : (height[end] ?? 0) / 2
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
    belongs,
  }
}

/** Top-left corner of the nodes that are laid out: below fixed nodes, else inside the frame of the group. */
function cornerOf(
  graph: LayeredGraph,
  places: LayeredPlaces,
  children: Int32Array,
  container: number | null,
): [number, number] {
  let [left, bottom] = [Infinity, -Infinity]
  for (const node of children) {
    if (graph.placed?.[node] !== 1) continue
    left = Math.min(left, places.x[node] ?? 0)
    bottom = Math.max(bottom, (places.y[node] ?? 0) + (places.height[node] ?? 0))
  }
  if (Number.isFinite(left) && Number.isFinite(bottom)) return [left, bottom + belowGap]
  return container === null ? [0, 0] : [groupPadding, graph.head?.[container] ?? groupHead]
}

interface Work {
  graph: LayeredGraph
  places: LayeredPlaces
  children: Buckets
  siblings: SiblingEdges
  parent: Int32Array
  local: Int32Array
}

/** Lays out one container; `container` is an index, for the canvas the number of nodes. */
function layoutContainer(work: Work, container: number, manner: Manner): void {
  const { graph, places, children, siblings, local } = work
  const inside = children.items.subarray(children.start[container], children.start[container + 1])
  const members = graph.placed === undefined ? inside : inside.filter((node) => graph.placed?.[node] !== 1)
  if (members.length === 0) return
  for (const [item, node] of members.entries()) local[node] = item
  const { start, items: list } = siblings.byContainer
  const own = list.subarray(start[container], start[container + 1])
  const laid = layoutItems(itemsOf(graph, places, members, { siblings, own, parent: work.parent }, local), manner)
  for (const node of members) local[node] = -1
  const isCanvas = container === local.length
  const [left, top] = cornerOf(graph, places, inside, isCanvas ? null : container)
  for (const [item, node] of members.entries()) {
    places.x[node] = left + (laid.x[item] ?? 0)
    places.y[node] = top + (laid.y[item] ?? 0)
  }
  if (isCanvas) return
  places.width[container] = Math.max(places.width[container] ?? 0, left + laid.width + groupPadding)
  places.height[container] = Math.max(places.height[container] ?? 0, top + laid.height + groupPadding)
}

/** Computes positions for all nodes that are not fixed; null if cancelled. */
export function layeredLayout(graph: LayeredGraph, options: LayeredOptions = {}): LayeredPlaces | null {
  const count = graph.width.length
  const nesting = nestingOf(graph.parent)
  const given = (values: Float64Array | undefined) => (values === undefined ? new Float64Array(count) : values.slice())
  const places: LayeredPlaces = {
    x: given(graph.x),
    y: given(graph.y),
    width: sizes(graph.width),
    height: sizes(graph.height),
  }
  const work: Work = {
    graph,
    places,
    children: bucketsOf(
      count + 1,
      nesting.parent.map((at) => (at === -1 ? count : at)),
    ),
    parent: nesting.parent,
    siblings: siblingEdges(nesting, graph.source, graph.target),
    local: new Int32Array(count).fill(-1),
  }
  let [laid, told, isCancelled] = [0, 0, false]
  const done = (finished: number, underWay = 0): boolean => {
    laid += finished
    if (laid + underWay - told >= count / progressSteps) {
      told = laid + underWay
      options.onProgress?.(Math.min(1, told / count))
    }
    isCancelled ||= options.isCancelled?.() === true
    return isCancelled
  }
  const effort = !allowsExactLayout(count, graph.source.length) ? 'fast' : options.tidy === true ? 'tidy' : 'fine'
  const manner: Manner = { down: options.direction === 'down', effort, done }
  for (const container of nesting.insideOut) {
    layoutContainer(work, container, manner)
    if (work.children.start[container] !== work.children.start[container + 1] && done(0)) return null
  }
  layoutContainer(work, count, manner)
  if (done(0)) return null
  options.onProgress?.(1)
  return places
}
