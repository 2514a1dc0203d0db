/** Effects of a run that cannot be undone, from the steps that it may still execute. Pure. */
import type { Edge, Node } from '#contract/flow.ts'
import { reachableFrom, successorGraph } from '#flow/graph/connectivity.ts'
import { isStep } from '#flow/node-kind.ts'
import { toolsOf } from '#flow/requires.ts'
import { textOf } from '#lib/json/json.ts'

/** Methods that change nothing elsewhere. */
const readMethods: ReadonlySet<string> = new Set(['GET', 'HEAD'])

/** Effects of one run, at most: a run takes only some of the branches, but may repeat a loop. */
export interface RunEffects {
  messages: number
  requests: number
  /** Starts of other flows, whose own effects are not included. */
  flows: number
}

/** `methods`: HTTP method of each tool that calls an API, by the key that the flow uses. */
function requestsOf(node: Node, methods: ReadonlyMap<string, string>): number {
  const isWrite = (method: string) => !readMethods.has(method.toUpperCase())
  const ofTools = toolsOf(node).filter((key) => isWrite(methods.get(key) ?? 'GET')).length
  if (node.type === 'agent') return ofTools
  if (node.type !== 'api') return 0
  const own = textOf(node.config['method'])
  return own === '' ? ofTools : Number(isWrite(own))
}

interface Graph {
  nodes: readonly Node[]
  edges: readonly Edge[]
}

/** Types of steps that may cost something. */
const paidTypes: ReadonlySet<string> = new Set(['agent', 'api', 'code', 'message'])

/** Steps that a run may execute. `from`: id of the step at which it starts; null = at its triggers. */
function executedSteps({ nodes, edges }: Graph, from: string | null): Node[] {
  const steps = nodes.filter(isStep)
  const { next } = successorGraph(steps, edges)
  const starts = steps.flatMap(({ id, type }, index) =>
    (from === null ? type === 'trigger' : id === from) ? [index] : [],
  )
  const reached = reachableFrom(starts, next)
  return steps.filter(({ disabled }, index) => reached[index] === true && !disabled)
}

/** Whether a run from a step, or from the triggers, may cost something. */
export const mayCost = (graph: Graph, from: string | null): boolean =>
  executedSteps(graph, from).some(({ type }) => paidTypes.has(type))

/** `from`: id of the step at which the run starts; null = at its triggers. */
export function runEffects(graph: Graph, from: string | null, methods: ReadonlyMap<string, string>): RunEffects {
  const executed = executedSteps(graph, from)
  return {
    messages: executed.filter(({ type }) => type === 'message').length,
    requests: executed.reduce((sum, node) => sum + requestsOf(node, methods), 0),
    flows: executed.filter(({ type }) => type === 'subflow').length,
  }
}
