/**
 * A run shown on its flow: a record for each node that it reached, and the edges that it took. Pure, linear in nodes,
 * edges and steps, not recursive.
 */
import type { RunStep } from '#contract/billing.ts'
import type { Edge, Node } from '#contract/flow.ts'
import type { RunStatus } from '#contract/values/run-status.ts'
import { adjacencyOf } from './adjacency.ts'
import { isFault } from './branches.ts'
import { outputsOf } from '#flow/node-kind.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'

/** All steps of one node. */
export interface NodeRun {
  /** Status of the last step. */
  status: RunStatus
  /** Number of passes through the node; a retry belongs to the same pass. */
  passes: number
  /** Number of attempts in the last pass. */
  attempts: number
  /** Total duration of the steps, in ms; unfinished steps count up to the time of reading. Null if no step has one. */
  durationMs: number | null
  /** Total cost of the steps, a decimal string ("0.004210"); null if the cost of a step is unknown. */
  cost: string | null
  /** Error message of the last step. */
  error: string | null
  /** Handles of the outputs through which the run left the node. */
  usedOutputs: readonly string[]
  /** True if the last step was reused from the run that this run retries. */
  isReused: boolean
}

export interface RunOverlay {
  /** By index in the flow's nodes; null = not reached. */
  nodes: readonly (NodeRun | null)[]
  /** By index in the flow's edges; 1 = the run took it. */
  takenEdges: Uint8Array<ArrayBuffer>
  /** Nodes of the run that are no longer in the flow, in the order of their first steps. */
  missingNodes: readonly { id: string; name: string }[]
}

/** Default output of edges without a handle. */
const defaultOutput = 'out'

const stepDuration = ({ duration_ms: ms, status, started_at: start }: RunStep, readAt: number): number | null => {
  if (ms !== null || (status !== 'running' && status !== 'waiting')) return ms
  const since = Date.parse(start)
  return Number.isNaN(since) ? null : Math.max(0, readAt - since)
}

interface Tally {
  run: NodeRun
  /** Total in micros; null if the cost of a step is unknown. */
  cost: bigint | null
  usedOutputs: Set<string>
  /** Index, in the list of steps, at which the last pass begins; -1 = no pass. */
  lastPass: number
}

const newTally = (status: RunStatus): Tally => ({
  run: { status, passes: 0, attempts: 1, durationMs: null, cost: null, error: null, usedOutputs: [], isReused: false },
  cost: 0n,
  usedOutputs: new Set(),
  lastPass: -1,
})

function addStep({ run, cost, usedOutputs, lastPass }: Tally, step: RunStep, at: number, readAt: number): Tally {
  const [micros, ms] = [parseMicros(step.cost), stepDuration(step, readAt)]
  const isPass = run.passes === 0 || step.attempt <= 1
  if (step.handle !== null) usedOutputs.add(step.handle)
  return {
    run: {
      ...run,
      status: step.status,
      passes: run.passes + (isPass ? 1 : 0),
      attempts: Math.max(1, step.attempt),
      durationMs: ms === null ? run.durationMs : (run.durationMs ?? 0) + ms,
      error: step.error === null ? null : step.error.message || step.error.code,
      isReused: step.is_reused === true,
    },
    cost: micros === null || cost === null ? null : cost + micros,
    usedOutputs,
    lastPass: isPass ? at : lastPass,
  }
}

/** Whether the run continued after a step: the step names an output, or succeeded without naming one. */
const continuesAfter = ({ handle, status }: RunStep): boolean => handle !== null || status === 'succeeded'

/** Outgoing edges of each node by output. */
class Outputs {
  readonly #byOutput = new Map<string, number[]>()

  constructor(nodes: readonly Node[], edges: readonly Edge[], from: Int32Array) {
    for (const [index, { source_handle: handle }] of edges.entries()) {
      const nodeIndex = from[index] ?? -1
      const node = nodes[nodeIndex]
      if (node === undefined) continue
      const names = new Set(handle === null ? [outputsOf(node)[0]?.id ?? defaultOutput, defaultOutput] : [handle])
      for (const name of names) this.#add(JSON.stringify([nodeIndex, name]), index)
      if (!isFault(handle)) this.#add(JSON.stringify([nodeIndex]), index)
    }
  }

  /** Edges at an output; all edges except error edges if `handle` is null (unknown). */
  at(nodeIndex: number, handle: string | null): readonly number[] {
    return this.#byOutput.get(JSON.stringify(handle === null ? [nodeIndex] : [nodeIndex, handle])) ?? []
  }

  #add(key: string, edge: number): void {
    const list = this.#byOutput.get(key)
    if (list === undefined) this.#byOutput.set(key, [edge])
    else list.push(edge)
  }
}

/**
 * Taken edges: the run left the source of the edge through its output and reached the target later. Disabled nodes have
 * no steps; a run passes through them to their default output.
 */
function takenEdges(
  nodes: readonly Node[],
  edges: readonly Edge[],
  steps: readonly { nodeIndex: number; step: RunStep }[],
  lastPass: (nodeIndex: number) => number,
): Uint8Array<ArrayBuffer> {
  const { from, to } = adjacencyOf(nodes, edges)
  const outputs = new Outputs(nodes, edges, from)
  const takenAt = new Float64Array(edges.length).fill(Infinity)
  const passed = new Set<number>()
  const visited = new Set<string>()
  for (const [at, { nodeIndex, step }] of steps.entries()) {
    if (!continuesAfter(step)) continue
    const key = JSON.stringify([nodeIndex, step.handle])
    if (visited.has(key)) continue
    visited.add(key)
    const waiting = [...outputs.at(nodeIndex, step.handle)]
    for (const edge of waiting) {
      takenAt[edge] = Math.min(takenAt[edge] ?? Infinity, at)
      const target = to[edge] ?? -1
      if (nodes[target]?.disabled !== true || passed.has(target)) continue
      passed.add(target)
      for (const next of outputs.at(target, defaultOutput)) waiting.push(next)
    }
  }
  return Uint8Array.from(takenAt, (at, edge) => {
    const target = to[edge] ?? -1
    return at < Infinity && (passed.has(target) || lastPass(target) > at) ? 1 : 0
  })
}

/**
 * Computes the overlay of a run on a flow, which may have changed since the run.
 * @param steps in any order; they are sorted by `seq`
 * @param readAt time at which the run was read, in ms
 */
export function overlayRun(
  { nodes, edges }: { nodes: readonly Node[]; edges: readonly Edge[] },
  steps: readonly RunStep[],
  readAt: number,
): RunOverlay {
  const ordered = steps.toSorted((a, b) => a.seq - b.seq)
  const indexById = new Map<string, number>()
  for (const [index, { id }] of nodes.entries()) if (!indexById.has(id)) indexById.set(id, index)
  const tallies = new Map<number, Tally>()
  const missingNodes = new Map<string, string>()
  const presentSteps: { nodeIndex: number; step: RunStep }[] = []
  for (const step of ordered) {
    const nodeIndex = indexById.get(step.node_id)
    if (nodeIndex === undefined) {
      if (!missingNodes.has(step.node_id)) missingNodes.set(step.node_id, step.node_name || step.node_id)
      continue
    }
    tallies.set(nodeIndex, addStep(tallies.get(nodeIndex) ?? newTally(step.status), step, presentSteps.length, readAt))
    presentSteps.push({ nodeIndex, step })
  }
  return {
    nodes: nodes.map((_, index): NodeRun | null => {
      const tally = tallies.get(index)
      if (tally === undefined) return null
      const { run, cost, usedOutputs } = tally
      return { ...run, cost: cost === null ? null : formatMicros(cost), usedOutputs: [...usedOutputs] }
    }),
    takenEdges: takenEdges(nodes, edges, presentSteps, (nodeIndex) => tallies.get(nodeIndex)?.lastPass ?? -1),
    missingNodes: [...missingNodes].map(([id, name]) => ({ id, name })),
  }
}
