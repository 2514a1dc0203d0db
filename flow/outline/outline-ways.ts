/** Outgoing paths of a node in the outline: branches by label, attached nodes by kind. Pure. */
import type { Edge, Node } from '#contract/flow.ts'
import { branchAt, branchesOf } from '#flow/graph/branches.ts'
import { containersOf, holdersOf } from '#flow/graph/containers.ts'
import { isStep } from '#flow/node-kind.ts'
import { isAttachment } from '#flow/graph/ways.ts'

/** Target of a path: the index of a node, or the id of a missing node. */
export type OutlineTarget = number | string

export interface OutlineWay {
  /** Null if the path is the only one and has no label: its target is listed below the node, not indented. */
  label: string | null
  /** True for the error branch. */
  fault: boolean
  targets: OutlineTarget[]
}

/** Edges by source node, and by owner for attached nodes. */
export interface EdgesOf {
  place: ReadonlyMap<string, number>
  leaving: (readonly Edge[])[]
  attached: (readonly Edge[])[]
  /** 1 for each node with an incoming edge. */
  entered: Uint8Array
  /** 1 for each attached node. */
  isPart: Uint8Array
  /** Paths that begin inside a node. */
  inside: ReadonlyMap<number, OutlineWay[]>
}

const none: readonly Edge[] = []

export function edgesOf(nodes: readonly Node[], edges: readonly Edge[]): EdgesOf {
  const place = new Map<string, number>()
  for (const [index, node] of nodes.entries()) if (!place.has(node.id)) place.set(node.id, index)
  const leaving = new Map<number, Edge[]>()
  const attached = new Map<number, Edge[]>()
  const entered = new Uint8Array(nodes.length)
  const isPart = new Uint8Array(nodes.length)
  const add = (lists: Map<number, Edge[]>, at: number, edge: Edge) => {
    const list = lists.get(at)
    if (list === undefined) lists.set(at, [edge])
    else list.push(edge)
  }
  for (const edge of edges) {
    const [from, to] = [place.get(edge.source), place.get(edge.target)]
    if (from === undefined) continue
    if (to !== undefined && isAttachment(edge)) {
      add(attached, to, edge)
      isPart[from] = 1
    } else {
      add(leaving, from, edge)
      const source = nodes[from]
      if (to !== undefined && to !== from && source !== undefined && isStep(source)) entered[to] = 1
    }
  }
  const inside = waysInside(nodes, entered)
  const listed = (lists: Map<number, Edge[]>) => nodes.map((_node, index) => lists.get(index) ?? none)
  return { place, leaving: listed(leaving), attached: listed(attached), entered, isPart, inside }
}

/**
 * Paths that begin inside a step with children: at each child without an incoming edge. A path is named after the group
 * that contains the child. Marks these children as entered.
 */
function waysInside(nodes: readonly Node[], entered: Uint8Array): Map<number, OutlineWay[]> {
  const ways = new Map<number, Map<string, number[]>>()
  if (!nodes.some(({ parent }) => parent !== null)) return new Map()
  const holders = holdersOf(nodes)
  const { parent } = containersOf(nodes)
  for (const [index, node] of nodes.entries()) {
    const holder = holders[index] ?? -1
    if (holder === -1 || entered[index] === 1 || !isStep(node)) continue
    const above = parent[index] ?? -1
    const label = above === holder ? '' : (nodes[above]?.name ?? '')
    const own = ways.get(holder) ?? new Map<string, number[]>()
    const list = own.get(label)
    if (list === undefined) own.set(label, [index])
    else list.push(index)
    ways.set(holder, own)
  }
  for (const own of ways.values()) for (const list of own.values()) for (const at of list) entered[at] = 1
  return new Map(
    [...ways].map(([holder, own]) => [
      holder,
      [...own].flatMap(([label, targets]) => eachWay(label === '' ? 'inside' : label, label === 'errors', targets)),
    ]),
  )
}

const partPrefix = 'ai_'

/** Paths to attached nodes, one per kind: "languageModel" for "ai_languageModel". */
function partsOf(edges: readonly Edge[], place: ReadonlyMap<string, number>): OutlineWay[] {
  const ways = new Map<string, OutlineWay>()
  for (const { source, source_handle: handle } of edges) {
    const label = handle?.slice(partPrefix.length) || 'part'
    const way = ways.get(label) ?? { label, fault: false, targets: [] }
    way.targets.push(place.get(source) ?? source)
    ways.set(label, way)
  }
  return [...ways.values()]
}

/** One path per target, because the targets of two edges from one port are not a sequence. */
function eachWay(label: string, fault: boolean, targets: readonly OutlineTarget[]): OutlineWay[] {
  if (targets.length < 2) return [{ label, fault, targets: [...targets] }]
  const of = targets.length.toLocaleString()
  const before = label === '' ? '' : `${label}, `
  return targets.map((target, index) => ({
    label: `${before}${(index + 1).toLocaleString()} of ${of}`,
    fault,
    targets: [target],
  }))
}

/** Paths to attached nodes, paths inside the node, then branches in the order of the node's card. */
export function waysFrom(node: Node, at: number, { place, leaving, attached, inside }: EdgesOf): OutlineWay[] {
  const edges = leaving[at] ?? none
  const parts = [...partsOf(attached[at] ?? none, place), ...(inside.get(at) ?? [])]
  const targetOf = ({ target }: Edge): OutlineTarget => place.get(target) ?? target
  const branches = branchesOf(node, edges)
  if (branches.length === 0) {
    const targets = edges.map(targetOf)
    if (targets.length === 0) return parts
    const ways = targets.length === 1 ? [{ label: null, fault: false, targets }] : eachWay('', false, targets)
    return [...parts, ...ways]
  }
  const ofBranch: OutlineTarget[][] = branches.map(() => [])
  for (const edge of edges) ofBranch[branchAt(branches, edge)]?.push(targetOf(edge))
  return [...parts, ...branches.flatMap(({ label, fault }, index) => eachWay(label, fault, ofBranch[index] ?? []))]
}
