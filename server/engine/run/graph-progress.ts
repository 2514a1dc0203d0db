/**
 * Progress of a run in memory: its open steps, derived from the settled ones. The state depends only on the set of
 * settled steps, not on their order, so a run log may be replayed in any order.
 *
 * A settled step makes its edges live or dead. A step is ready when all forward edges to it are decided and one is
 * live; if none is, it is skipped and its own edges become dead. A round of a loop ends when all steps of the loop
 * (route.ts) have ended. If an edge back to the loop head is then live, the next round begins: all edges within the
 * loop are undecided again, and the head gets the value of the back edge. Otherwise the loop ends. Edges that leave a
 * loop are decided at its end: live if they were live in any round, with the value of the last such round. Edges into a
 * loop count in its first round only.
 */
import type { Json } from '#lib/json/json.ts'
import type { RunPlan } from './flow-graph.ts'
import { edgeKind, isWithin, type Route } from './route.ts'

/**
 * Maximum visits of one node. A flow that reads more pages in a loop should request larger pages, or start itself as a
 * subflow.
 */
const maxNodeVisits = 100

export interface StepKey {
  /** `node#visit`: unique within a run. */
  key: string
  node: string
  /** 1, 2, …: number of the visit. */
  visit: number
}

/** A loop had too many rounds, or loops are nested too deeply. */
export class LoopLimitError extends Error {
  override name = 'LoopLimitError'
  readonly node: string
  constructor(node: string, message: string) {
    super(message)
    this.node = node
  }
}

const dead = 1
const live = 2
type StepResult = { handles: readonly string[]; output: Json }

export class GraphProgress {
  /** Latest output by node id. */
  readonly outputs: Record<string, { output: Json; visits: number }> = Object.create(null)

  private readonly plan: RunPlan
  private readonly route: Route
  private readonly maxVisits: number
  /** Visits by node. */
  private readonly visits: Uint16Array
  private readonly undecided: Int32Array
  private readonly liveIn: Int32Array
  /** By edge: undecided (0), dead or live. */
  private readonly state: Uint8Array
  /** By edge: whether it will be live once decided, and the value that it then carries. */
  private readonly willLive: Uint8Array
  private readonly carried: Json[]
  /** By edge: number of loops that must end before it is decided. */
  private readonly pendingLoops: Int32Array
  /** By loop: members that have not ended in this round, and number of live back edges. */
  private readonly membersLeft: Int32Array
  private readonly liveBack: Int32Array
  private readonly loopOf = new Map<number, number>()
  private readonly open = new Map<string, { step: StepKey; index: number; input: Json }>()
  private newlyOpen: StepKey[] = []
  private skipped: number[] = []
  private end: { order: number; output: Json } = { order: -1, output: null }

  /** Throws an Error if the plan has no such step, and LoopLimitError if its loops are nested too deeply. */
  constructor(plan: RunPlan, startNode: string, options: { maxVisits?: number } = {}) {
    const route = plan.route(startNode)
    if (route === null) throw new Error(`No step has the id "${startNode}".`)
    const tooNested = route.tooNested === null ? undefined : plan.steps[route.tooNested]
    if (tooNested) throw new LoopLimitError(tooNested.id, 'The flow has too many nested loops. Use subflows instead.')
    this.plan = plan
    this.route = route
    this.maxVisits = options.maxVisits ?? maxNodeVisits
    this.visits = new Uint16Array(plan.steps.length)
    this.undecided = route.forwardIn.slice()
    this.liveIn = new Int32Array(plan.steps.length)
    this.state = new Uint8Array(route.kind.length)
    this.willLive = new Uint8Array(route.kind.length)
    this.carried = route.loopsExited.length === 0 ? [] : Array.from(route.loopsExited, () => null)
    this.pendingLoops = route.loopsExited.slice()
    this.membersLeft = Int32Array.from(route.loops, ({ members }) => members)
    this.liveBack = new Int32Array(route.loops.length)
    for (const [index, { head }] of route.loops.entries()) this.loopOf.set(head, index)
  }

  /** Opens the start node; to be called once. It must be settled with the input of the run as output. */
  start(): StepKey[] {
    this.newlyOpen = []
    this.openStep(this.route.start, null)
    return this.newlyOpen
  }

  /**
   * Settles an open step with these output handles; handles without an edge lead nowhere. Returns the steps that became
   * ready. Throws LoopLimitError, after which this object is unusable.
   */
  settle(key: string, handles: readonly string[], output: Json): StepKey[] {
    const openStep = this.open.get(key)
    if (!openStep) throw new Error(`The step "${key}" is not open.`)
    this.open.delete(key)
    this.newlyOpen = []
    this.outputs[openStep.step.node] = { output, visits: openStep.step.visit }
    this.decideOutgoing(openStep.index, { handles, output })
    for (let next = this.skipped.pop(); next !== undefined; next = this.skipped.pop()) this.decideOutgoing(next, null)
    return this.newlyOpen
  }

  /**
   * Input of an open step: the output of its predecessor; of several, an object by node id. Null for the start node.
   */
  inputOf(key: string): Json {
    const one = this.open.get(key)
    if (!one) throw new Error(`The step "${key}" is not open.`)
    return one.input
  }

  /** Open steps (ready, running or waiting), in topological order. */
  get openSteps(): StepKey[] {
    const place = (index: number) => this.route.order[index] ?? 0
    return [...this.open.values()].toSorted((a, b) => place(a.index) - place(b.index)).map(({ step }) => step)
  }

  /** Whether no step is open; also true before `start`. */
  get isDone(): boolean {
    return this.open.size === 0
  }

  /** Output of the run: that of its final step; if there are several, of the last in topological order. */
  get runOutput(): Json {
    return this.end.output
  }

  private openStep(index: number, input: Json): void {
    const id = this.plan.steps[index]?.id ?? ''
    const visit = (this.visits[index] ?? 0) + 1
    if (visit > this.maxVisits)
      throw new LoopLimitError(id, `The run reached this step more than ${this.maxVisits} times. End its loop earlier.`)
    this.visits[index] = visit
    const step = { key: `${id}#${visit}`, node: id, visit }
    this.open.set(step.key, { step, index, input })
    this.newlyOpen.push(step)
  }

  /** Decides the outgoing edges of a settled or skipped node (null), and counts it as ended in this round. */
  private decideOutgoing(index: number, settled: StepResult | null): void {
    const { outStart, outEdges } = this.plan.adjacency
    let isEnd = true
    for (let at = outStart[index] ?? 0; at < (outStart[index + 1] ?? 0); at += 1) {
      const edge = outEdges[at] ?? 0
      if (settled?.handles.includes(this.plan.handles[edge] ?? '')) {
        this.willLive[edge] = 1
        this.carried[edge] = settled.output
        isEnd = false
      }
      if (this.pendingLoops[edge] === 0) this.decideEdge(edge)
    }
    const order = this.route.order[index] ?? 0
    if (settled && isEnd && order >= this.end.order) this.end = { order, output: settled.output }
    this.countEnded(this.route.inner[index] ?? -1)
  }

  private decideEdge(edge: number): void {
    const target = this.plan.adjacency.to[edge] ?? 0
    const isLive = this.willLive[edge] === 1
    this.state[edge] = isLive ? live : dead
    if (this.route.kind[edge] === edgeKind.back) {
      const loop = this.loopOf.get(target) ?? 0
      if (isLive) this.liveBack[loop] = (this.liveBack[loop] ?? 0) + 1
      return
    }
    const remaining = (this.undecided[target] ?? 0) - 1
    this.undecided[target] = remaining
    if (isLive) this.liveIn[target] = (this.liveIn[target] ?? 0) + 1
    if (remaining > 0) return
    if ((this.liveIn[target] ?? 0) === 0) this.skipped.push(target)
    else this.openStep(target, this.inputAt(target, edgeKind.forward))
  }

  private inputAt(index: number, kind: number): Json {
    const { inStart, inEdges, from } = this.plan.adjacency
    const inputs = new Map<string, Json>()
    for (let at = inStart[index] ?? 0; at < (inStart[index + 1] ?? 0); at += 1) {
      const edge = inEdges[at] ?? 0
      if (this.state[edge] !== live || this.route.kind[edge] !== kind) continue
      inputs.set(this.plan.steps[from[edge] ?? 0]?.id ?? '', this.carried[edge] ?? null)
    }
    const [first] = inputs.values()
    return inputs.size > 1 ? Object.fromEntries(inputs) : (first ?? null)
  }

  /**
   * Counts an ended member of a loop. The last member ends the round, and possibly the loop, which is in turn a member
   * of its parent loop.
   */
  private countEnded(innermost: number): void {
    for (let loop = innermost; loop !== -1; loop = this.route.loops[loop]?.parent ?? -1) {
      const remaining = (this.membersLeft[loop] ?? 0) - 1
      this.membersLeft[loop] = remaining
      if (remaining > 0) return
      if ((this.liveBack[loop] ?? 0) > 0) {
        this.startRound(loop)
        return
      }
      for (const edge of this.route.loops[loop]?.exitEdges ?? []) {
        const pendingLoops = (this.pendingLoops[edge] ?? 0) - 1
        this.pendingLoops[edge] = pendingLoops
        if (pendingLoops === 0) this.decideEdge(edge)
      }
    }
  }

  private startRound(index: number): void {
    const { loops, byLoop, loopOrder } = this.route
    const loop = loops[index]
    if (!loop) return
    const input = this.inputAt(loop.head, edgeKind.back)
    for (const within of loopOrder.subarray(loop.first, loop.last)) {
      this.membersLeft[within] = loops[within]?.members ?? 0
      this.liveBack[within] = 0
    }
    for (const node of byLoop.subarray(loop.begin, loop.end)) this.resetNode(node, index)
    this.openStep(loop.head, input)
  }

  /** Resets a node of a loop for the next round. */
  private resetNode(node: number, loop: number): void {
    const { loops, inner, kind, loopsExited } = this.route
    const { outStart, outEdges, inStart, inEdges, from, to } = this.plan.adjacency
    const isInside = (other: number) => isWithin(loops, inner[other] ?? -1, loop)
    let undecided = 0
    for (let at = inStart[node] ?? 0; at < (inStart[node + 1] ?? 0); at += 1) {
      const edge = inEdges[at] ?? 0
      if (kind[edge] !== edgeKind.forward) continue
      if (isInside(from[edge] ?? 0)) undecided += 1
      else this.state[edge] = dead
    }
    this.undecided[node] = undecided
    this.liveIn[node] = 0
    for (let at = outStart[node] ?? 0; at < (outStart[node + 1] ?? 0); at += 1) {
      const edge = outEdges[at] ?? 0
      this.pendingLoops[edge] = loopsExited[edge] ?? 0
      // Edges that leave the loop keep their `willLive` until the loop ends.
      if (!isInside(to[edge] ?? 0)) continue
      this.state[edge] = 0
      this.willLive[edge] = 0
    }
  }
}

/** Replays a log, in any order, on a new GraphProgress; returns the open steps. */
export function replayProgress(
  progress: GraphProgress,
  rows: readonly { key: string; handles: readonly string[]; output: Json }[],
): StepKey[] {
  const log = new Map(rows.map((row) => [row.key, row]))
  const ready = progress.start()
  for (let step = ready.pop(); step !== undefined; step = ready.pop()) {
    const row = log.get(step.key)
    if (row) ready.push(...progress.settle(step.key, row.handles, row.output))
  }
  return progress.openSteps
}
