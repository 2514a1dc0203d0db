/** Outgoing paths of a node in the outline: branches by label, attached nodes by kind. Pure. */
import type { Edge, Node } from '#contract/flow.ts'
import { branchAt, branchesOf } from '#flow/graph/branches.ts'
import { containersOf, containingSteps } from '#flow/graph/containers.ts'
import { isStep } from '#flow/node-kind.ts'
import { attachmentWord, isAttachment } from '#flow/graph/connectivity.ts'

/** Target of a path: the index of a node, or the id of a missing node. */
export type OutlineTarget = number | string

export interface OutlinePath {
  /** Null if the path is the only one and has no label: its target is listed below the node, not indented. */
  label: string | null
  /** True for the error branch. */
  fault: boolean
  targets: OutlineTarget[]
}

/** Edges by source node, and by owner for attached nodes. */
export interface OutlineEdges {
  indexById: ReadonlyMap<string, number>
  outgoing: (readonly Edge[])[]
  attached: (readonly Edge[])[]
  /** 1 for each node with an incoming edge from another step, or with a path from its container. */
  hasIncoming: Uint8Array
  /** 1 for each attached node. */
  isAttached: Uint8Array
  /** Paths that begin inside a node. */
  inside: ReadonlyMap<number, OutlinePath[]>
}

const noEdges: readonly Edge[] = []

export function edgesOf(nodes: readonly Node[], edges: readonly Edge[]): OutlineEdges {
  const indexById = new Map<string, number>()
  for (const [index, node] of nodes.entries()) if (!indexById.has(node.id)) indexById.set(node.id, index)
  const outgoing = new Map<number, Edge[]>()
  const attached = new Map<number, Edge[]>()
  const hasIncoming = new Uint8Array(nodes.length)
  const isAttached = new Uint8Array(nodes.length)
  const add = (lists: Map<number, Edge[]>, at: number, edge: Edge) => {
    const list = lists.get(at)
    if (list === undefined) lists.set(at, [edge])
    else list.push(edge)
  }
  for (const edge of edges) {
    const [from, to] = [indexById.get(edge.source), indexById.get(edge.target)]
    if (from === undefined) continue
    if (to !== undefined && isAttachment(edge)) {
      add(attached, to, edge)
      isAttached[from] = 1
    } else {
      add(outgoing, from, edge)
      const source = nodes[from]
      if (to !== undefined && to !== from && source !== undefined && isStep(source)) hasIncoming[to] = 1
    }
  }
  const inside = pathsInside(nodes, hasIncoming)
  const listed = (lists: Map<number, Edge[]>) => nodes.map((_node, index) => lists.get(index) ?? noEdges)
  return { indexById, outgoing: listed(outgoing), attached: listed(attached), hasIncoming, isAttached, inside }
}

/**
 * Paths that begin inside a step with children: at each child without an incoming edge. A path is named after the group
 * that contains the child, or "inside" without a group. Marks these children as entered.
 */
function pathsInside(nodes: readonly Node[], hasIncoming: Uint8Array): Map<number, OutlinePath[]> {
  const paths = new Map<number, Map<string, number[]>>()
  if (!nodes.some(({ parent }) => parent !== null)) return new Map()
  const containers = containingSteps(nodes)
  const { parent } = containersOf(nodes)
  for (const [index, node] of nodes.entries()) {
    const container = containers[index] ?? -1
    if (container === -1 || hasIncoming[index] === 1 || !isStep(node)) continue
    const above = parent[index] ?? -1
    const label = above === container ? '' : (nodes[above]?.name ?? '')
    const own = paths.get(container) ?? new Map<string, number[]>()
    const list = own.get(label)
    if (list === undefined) own.set(label, [index])
    else list.push(index)
    paths.set(container, own)
  }
  for (const own of paths.values()) for (const list of own.values()) for (const at of list) hasIncoming[at] = 1
  return new Map(
    [...paths].map(([container, own]) => [
      container,
      [...own].flatMap(([label, targets]) =>
        pathPerTarget(label === '' ? 'inside' : label, label === 'errors', targets),
      ),
    ]),
  )
}

/** Paths to attached nodes, one per kind: "model", "tool". */
function attachedPaths(edges: readonly Edge[], indexById: ReadonlyMap<string, number>): OutlinePath[] {
  const paths = new Map<string, OutlinePath>()
  for (const edge of edges) {
    const { source } = edge
    const label = attachmentWord(edge)
    const path = paths.get(label) ?? { label, fault: false, targets: [] }
    path.targets.push(indexById.get(source) ?? source)
    paths.set(label, path)
  }
  return [...paths.values()]
}

/** One path per target, because the targets of two edges from one port are not a sequence. */
function pathPerTarget(label: string, fault: boolean, targets: readonly OutlineTarget[]): OutlinePath[] {
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
export function pathsFrom(
  node: Node,
  at: number,
  { indexById, outgoing, attached, inside }: OutlineEdges,
): OutlinePath[] {
  const edges = outgoing[at] ?? noEdges
  const innerPaths = [...attachedPaths(attached[at] ?? noEdges, indexById), ...(inside.get(at) ?? [])]
  const targetOf = ({ target }: Edge): OutlineTarget => indexById.get(target) ?? target
  const branches = branchesOf(node, edges)
  if (branches.length === 0) {
    const targets = edges.map(targetOf)
    if (targets.length === 0) return innerPaths
    const paths = targets.length === 1 ? [{ label: null, fault: false, targets }] : pathPerTarget('', false, targets)
    return [...innerPaths, ...paths]
  }
  const ofBranch: OutlineTarget[][] = branches.map(() => [])
  for (const edge of edges) ofBranch[branchAt(branches, edge)]?.push(targetOf(edge))
  return [
    ...innerPaths,
    ...branches.flatMap(({ label, fault }, index) => pathPerTarget(label, fault, ofBranch[index] ?? [])),
  ]
}
