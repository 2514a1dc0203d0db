/**
 * Generated flows of any size, deterministic by seed: chains that branch, join, loop back and are grouped. Nodes have
 * no position.
 */
import type { Edge, Node } from '#contract/flow.ts'
import { makeEdge, makeNode } from '#flow/draft.ts'

export interface GeneratedFlow {
  nodes: Node[]
  edges: Edge[]
}

/** Edges per node; real flows have 1.0–1.4. */
const edgesPerNode = 1.3
/** Probability that a step follows the previous one. */
const chained = 0.5
/** Otherwise it follows a step that is at most this far back. */
const maxStepsBack = 40
/** Maximum distance, in steps, of an edge that joins or loops back. */
const maxNearbyDistance = 16
/** Shares of the edges beyond one per node: back to an earlier step, and to any step; the rest lead to a later step. */
const loops = 0.1
const farEdgeShare = 0.03
/** Nodes per separate part of a flow. */
const partSize = 1000
/** Nodes per group, and share of groups nested in the previous one. */
const groupSize = 14
const nested = 0.2

const types = ['api', 'transform', 'code', 'message', 'agent', 'subflow', 'wait', 'vendor.custom'] as const

/** Pseudo-random numbers from 0 to 1 (mulberry32, Tommy Ettinger). */
function randomFrom(seed: number): () => number {
  let state = Math.trunc(seed)
  return () => {
    state = Math.trunc(state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const cases = { cases: [{ id: 'yes', label: 'yes', expression: 'order.total > 100' }] }

function step(index: number, kind: number, start: boolean): Node {
  const name = `Step ${index}`
  if (start) return makeNode({ id: `n${index}`, type: 'trigger', name, config: { kind: 'webhook', path: `/${index}` } })
  if (kind < 0.18) return makeNode({ id: `n${index}`, type: 'condition', name, config: cases })
  const type = types[Math.floor(((kind - 0.18) / 0.82) * types.length)] ?? 'api'
  if (type !== 'api') return makeNode({ id: `n${index}`, type, name })
  return makeNode({ id: `n${index}`, type, name, config: { method: 'GET', url: `https://example.com/${index}` } })
}

/** Edges as pairs of step numbers; a part is a range of steps. */
function arrows(count: number, random: () => number): [number, number][] {
  const below = (limit: number): number => Math.floor(random() * limit)
  const list: [number, number][] = []
  for (let index = 1; index < count; index += 1) {
    if (index % partSize === 0) continue
    const back = random() < chained ? 1 : 1 + below(maxStepsBack)
    list.push([index - Math.min(back, index % partSize), index])
  }
  const wanted = count > 1 ? Math.floor(count * edgesPerNode) : 0
  while (list.length < wanted) {
    const from = below(count)
    const first = from - (from % partSize)
    const last = Math.min(count, first + partSize) - 1
    const kind = random()
    const near = 1 + below(maxNearbyDistance)
    const to = kind < loops ? from - near : kind < loops + farEdgeShare ? first + below(last - first + 1) : from + near
    if (to >= first && to <= last && to !== from) list.push([from, to])
  }
  return list.toSorted(([a], [b]) => a - b)
}

/** Groups of consecutive nodes, some nested in the previous one. Groups come first. */
function withGroups(nodes: Node[], random: () => number): Node[] {
  const groups: Node[] = []
  for (let first = 0; first < nodes.length; first += groupSize) {
    if (random() < 0.5) continue
    const before = groups.at(-1)
    const parent = before !== undefined && random() < nested ? before.id : null
    const group = makeNode({ id: `g${first}`, type: 'group', name: `Group ${groups.length + 1}`, parent })
    groups.push(group)
    for (const node of nodes.slice(first, first + groupSize)) node.parent = group.id
  }
  return [...groups, ...nodes]
}

/** A flow of `count` steps, plus groups. */
export function generatedFlow(count: number, { seed = 1, groups = true } = {}): GeneratedFlow {
  const random = randomFrom(seed)
  const list = arrows(count, random)
  const nodes = Array.from({ length: count }, (_, index) => step(index, random(), index % partSize === 0))
  const leaving = new Map<string, number>()
  const edges = list.map(([from, to], index): Edge => {
    const source = `n${from}`
    const nth = leaving.get(source) ?? 0
    leaving.set(source, nth + 1)
    const isCondition = nodes[from]?.type === 'condition'
    const handle = isCondition ? (nth === 0 ? 'yes' : 'else') : null
    return makeEdge({ id: `e${index}`, source, target: `n${to}`, source_handle: handle })
  })
  return { nodes: groups ? withGroups(nodes, random) : nodes, edges }
}
