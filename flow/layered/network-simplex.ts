/**
 * Layers with the minimum total edge length: the network simplex of Gansner, Koutsofios, North, Vo, "A technique for
 * drawing directed graphs" (1993). A cut value is the weight of the edges that leave a subtree minus the weight of
 * those that enter it, computed from sums per node.
 */
import type { Buckets } from './grouped-indexes.ts'
import type { Arrows } from './component.ts'

interface Tree {
  inTree: Uint8Array
  /** Nodes from the root outwards; a subtree is a contiguous range of this order. */
  order: Int32Array
  orderIndex: Int32Array
  size: Int32Array
  /** For each node, the tree edge towards the root. */
  up: Int32Array
  parentOf: Int32Array
}

const slackOf = ({ tail, head }: Arrows, layer: Int32Array, edge: number): number =>
  (layer[head[edge] ?? 0] ?? 0) - (layer[tail[edge] ?? 0] ?? 0) - 1

/** Edges of each node, with their other ends: first outgoing, then incoming edges. */
const sidesOf = ({ tail, head, out, into }: Arrows): { list: Buckets; ends: Int32Array }[] => [
  { list: out, ends: head },
  { list: into, ends: tail },
]

/** Extends the tree along tight edges; returns the number of added nodes. */
function growTree(arrows: Arrows, layer: Int32Array, tree: Tree, reached: Uint8Array, stack: number[]): number {
  const sides = sidesOf(arrows)
  let added = 0
  for (let node: number | undefined = stack.pop(); node !== undefined; node = stack.pop()) {
    for (const { list, ends } of sides) {
      for (let at: number = list.start[node] ?? 0; at < (list.start[node + 1] ?? 0); at += 1) {
        const edge: number = list.items[at] ?? 0
        const other: number = ends[edge] ?? 0
        if (reached[other] === 1 || slackOf(arrows, layer, edge) !== 0) continue
        reached[other] = 1
        tree.inTree[edge] = 1
        added += 1
        stack.push(other)
      }
    }
  }
  return added
}

/** Builds a spanning tree of tight edges; moves nodes until such a tree exists. */
function tightTree(arrows: Arrows, layer: Int32Array, tree: Tree): void {
  const { tail, head } = arrows
  const count = layer.length
  const reached = new Uint8Array(count)
  reached[0] = 1
  let size = 1 + growTree(arrows, layer, tree, reached, [0])
  while (size < count) {
    let [best, least] = [-1, Infinity]
    for (let edge = 0; edge < tail.length; edge += 1) {
      if (reached[tail[edge] ?? 0] === reached[head[edge] ?? 0]) continue
      const slack = slackOf(arrows, layer, edge)
      if (slack < least) [best, least] = [edge, slack]
    }
    // Only possible if the component is not connected.
    if (best === -1) return
    const fromTree = reached[tail[best] ?? 0] === 1
    const shift = fromTree ? least : -least
    for (let node = 0; node < count; node += 1) if (reached[node] === 1) layer[node] = (layer[node] ?? 0) + shift
    const joined = (fromTree ? head[best] : tail[best]) ?? 0
    reached[joined] = 1
    tree.inTree[best] = 1
    size += 1 + growTree(arrows, layer, tree, reached, [joined])
  }
}

/** Numbers the nodes of the tree from its root. */
function numberTree(arrows: Arrows, tree: Tree, stack: Int32Array): void {
  const sides = sidesOf(arrows)
  const { inTree, order, orderIndex, size, up, parentOf } = tree
  let [numbered, open] = [0, 1]
  stack[0] = 0
  up[0] = -1
  parentOf[0] = -1
  while (open > 0) {
    open -= 1
    const node = stack[open] ?? 0
    order[numbered] = node
    orderIndex[node] = numbered
    size[node] = 1
    numbered += 1
    for (const { list, ends } of sides) {
      for (let at = list.start[node] ?? 0; at < (list.start[node + 1] ?? 0); at += 1) {
        const edge = list.items[at] ?? 0
        if (inTree[edge] === 0 || edge === up[node]) continue
        const other = ends[edge] ?? 0
        up[other] = edge
        parentOf[other] = node
        stack[open] = other
        open += 1
      }
    }
  }
  for (let at = numbered - 1; at > 0; at -= 1) {
    const node = order[at] ?? 0
    const parent = parentOf[node] ?? 0
    size[parent] = (size[parent] ?? 0) + (size[node] ?? 0)
  }
}

/** Node whose tree edge leaves the tree: the edge with the lowest negative cut value; -1 if optimal. */
function leavingNode(arrows: Arrows, tree: Tree, net: Float64Array, sums: Float64Array): number {
  const { order, parentOf, up } = tree
  sums.set(net)
  let [leaving, least] = [-1, -1e-9]
  for (let at = order.length - 1; at > 0; at -= 1) {
    const node = order[at] ?? 0
    const sum = sums[node] ?? 0
    const parent = parentOf[node] ?? 0
    sums[parent] = (sums[parent] ?? 0) + sum
    const cut = arrows.tail[up[node] ?? 0] === node ? sum : -sum
    if (cut < least) [leaving, least] = [node, cut]
  }
  return leaving
}

/**
 * Replaces the leaving edge with the shortest edge that crosses the cut in the other direction, and moves the subtree.
 */
function exchange(arrows: Arrows, layer: Int32Array, tree: Tree, node: number): boolean {
  const { tail, head } = arrows
  const { order, orderIndex, size, up, inTree } = tree
  const first = orderIndex[node] ?? 0
  const last = first + (size[node] ?? 0)
  const leadsUp = tail[up[node] ?? 0] === node
  let [best, least] = [-1, Infinity]
  for (let edge = 0; edge < tail.length; edge += 1) {
    const [from, to] = [orderIndex[tail[edge] ?? 0] ?? 0, orderIndex[head[edge] ?? 0] ?? 0]
    const fromInside = from >= first && from < last
    const toInside = to >= first && to < last
    if (fromInside === toInside || toInside !== leadsUp) continue
    const slack = slackOf(arrows, layer, edge)
    if (slack < least) [best, least] = [edge, slack]
  }
  if (best === -1) return false
  const shift = leadsUp ? -least : least
  for (let at = first; at < last; at += 1) {
    const inside = order[at] ?? 0
    layer[inside] = (layer[inside] ?? 0) + shift
  }
  inTree[up[node] ?? 0] = 0
  inTree[best] = 1
  return true
}

/**
 * Moves nodes between layers until the total edge length is minimal, for at most `rounds` rounds; in place. Requires a
 * connected component.
 */
export function shortenLayers(arrows: Arrows, layer: Int32Array, rounds: number): void {
  const count = layer.length
  const ints = () => new Int32Array(count)
  const tree: Tree = {
    inTree: new Uint8Array(arrows.tail.length),
    order: ints(),
    orderIndex: ints(),
    size: ints(),
    up: ints(),
    parentOf: ints(),
  }
  const net = new Float64Array(count)
  for (let edge = 0; edge < arrows.tail.length; edge += 1) {
    const [from, to, weight] = [arrows.tail[edge] ?? 0, arrows.head[edge] ?? 0, arrows.weight[edge] ?? 0]
    net[from] = (net[from] ?? 0) + weight
    net[to] = (net[to] ?? 0) - weight
  }
  tightTree(arrows, layer, tree)
  const [stack, sums] = [ints(), new Float64Array(count)]
  for (let round = 0; round < rounds; round += 1) {
    numberTree(arrows, tree, stack)
    const node = leavingNode(arrows, tree, net, sums)
    if (node === -1 || !exchange(arrows, layer, tree, node)) return
  }
}
