/** Nodes that a run can reach from its starts. Linear, not recursive. */
import type { Edge, Node } from '#contract/flow.ts'
import { containingSteps } from './containers.ts'
import { kindOf } from '#flow/node-kind.ts'
import { isAttachment, reachableFrom, successorGraph, type SuccessorGraph } from './connectivity.ts'
import type { Entries } from './parts.ts'

export interface Reach extends SuccessorGraph {
  /** Edges that a run can take: all except edges of attached nodes. */
  runEdges: Edge[]
  /** Indexes of the starts, in the list of steps. */
  starts: number[]
  /** True for each reachable step, and for nodes attached to one. */
  reached: boolean[]
}

/**
 * Starts: triggers, entries, and nodes of unknown type without an incoming edge or a container, because they may be
 * triggers in their product.
 */
function startsOf(
  steps: readonly Node[],
  next: readonly number[][],
  inside: readonly number[][],
  { main, lists, others }: Entries,
): number[] {
  const entered = new Uint8Array(steps.length)
  for (const list of [...next, ...inside]) for (const to of list) entered[to] = 1
  const entries = new Set([...main, ...lists, ...others])
  const isStart = ({ id, type }: Node, index: number) =>
    type === 'trigger' || entries.has(id) || (kindOf(type) === 'unknown' && entered[index] === 0)
  return steps.flatMap((node, index) => (isStart(node, index) ? [index] : []))
}

/** Child steps of each step: a run that reaches a loop also reaches its content. */
function childStepsOf(indexById: ReadonlyMap<string, number>, nodes: readonly Node[]): number[][] {
  const inside: number[][] = Array.from({ length: indexById.size }, () => [])
  const containers = containingSteps(nodes)
  for (const [index, { id }] of nodes.entries()) {
    const container = indexById.get(nodes[containers[index] ?? -1]?.id ?? '')
    const child = indexById.get(id)
    if (container !== undefined && child !== undefined) inside[container]?.push(child)
  }
  return inside
}

/**
 * Starts, and the steps that they reach. `steps` are the `nodes` of a flow without notes and groups; `entries`: see
 * `entriesOf`.
 */
export function runReach(
  steps: readonly Node[],
  edges: readonly Edge[],
  nodes: readonly Node[],
  entries: Entries,
): Reach {
  const runEdges = edges.filter((edge) => !isAttachment(edge))
  const { indexById, next } = successorGraph(steps, runEdges)
  const inside = nodes.some(({ parent }) => parent !== null) ? childStepsOf(indexById, nodes) : []
  const starts = startsOf(steps, next, inside, entries)
  // Attached nodes are reached against the direction of their edge.
  const attached = edges.filter(isAttachment).map((edge) => ({ ...edge, source: edge.target, target: edge.source }))
  const others = attached.length === 0 ? null : successorGraph(steps, attached).next
  const successors =
    others === null && inside.length === 0
      ? next
      : next.map((list, index) => [...list, ...(others?.[index] ?? []), ...(inside[index] ?? [])])
  return { indexById, next, runEdges, starts, reached: reachableFrom(starts, successors) }
}
