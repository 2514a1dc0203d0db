/** Nodes that a run can reach from its starts. Linear, not recursive. */
import type { Edge, Node } from '#contract/flow.ts'
import { holdersOf } from './containers.ts'
import { kindOf } from '#flow/node-kind.ts'
import { isAttachment, reachableFrom, flowWays, type Ways } from './ways.ts'

export interface Reach extends Ways {
  /** Edges that a run can take: all except edges of attached nodes. */
  inRun: Edge[]
  /** Indexes of the starts, in the list of steps. */
  starts: number[]
  /** True for each reachable step, and for nodes attached to one. */
  reached: boolean[]
}

/**
 * Starts: triggers, and foreign nodes that no edge or container leads to, because they may be triggers in their
 * product.
 */
function startsOf(steps: readonly Node[], next: readonly number[][], inside: readonly number[][]): number[] {
  const entered = new Uint8Array(steps.length)
  for (const list of [...next, ...inside]) for (const to of list) entered[to] = 1
  const isStart = (node: Node, index: number) =>
    node.type === 'trigger' || (kindOf(node.type) === 'unknown' && entered[index] === 0)
  return steps.flatMap((node, index) => (isStart(node, index) ? [index] : []))
}

/** Child steps of each step: a run that reaches a loop also reaches its content. */
function insideOf(place: ReadonlyMap<string, number>, nodes: readonly Node[]): number[][] {
  const inside: number[][] = Array.from({ length: place.size }, () => [])
  const holders = holdersOf(nodes)
  for (const [index, { id }] of nodes.entries()) {
    const holder = place.get(nodes[holders[index] ?? -1]?.id ?? '')
    const own = place.get(id)
    if (holder !== undefined && own !== undefined) inside[holder]?.push(own)
  }
  return inside
}

/** Starts, and the steps that they reach. `steps` are the `nodes` of a flow without notes and groups. */
export function runReach(steps: readonly Node[], edges: readonly Edge[], nodes: readonly Node[]): Reach {
  const inRun = edges.filter((edge) => !isAttachment(edge))
  const { place, next } = flowWays(steps, inRun)
  const inside = nodes.some(({ parent }) => parent !== null) ? insideOf(place, nodes) : []
  const starts = startsOf(steps, next, inside)
  // Attached nodes are reached against the direction of their edge.
  const attached = edges.filter(isAttachment).map((edge) => ({ ...edge, source: edge.target, target: edge.source }))
  const others = attached.length === 0 ? null : flowWays(steps, attached).next
  const both =
    others === null && inside.length === 0
      ? next
      : next.map((list, index) => [...list, ...(others?.[index] ?? []), ...(inside[index] ?? [])])
  return { place, next, inRun, starts, reached: reachableFrom(starts, both) }
}
