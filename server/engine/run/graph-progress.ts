/**
 * How far a run has come, in memory: which steps are open, by what the settled ones gave. The state is a function of the set
 * of settled steps, not of their order, so the log of a run may be applied in any (replay).
 *
 * A settled step makes its edges live or dead. A step is ready when all forward edges to it are decided and one is live; with
 * none it is skipped, and its own edges die. A round of a loop has ended when all steps of the loop have ended (route.ts says
 * which these are). If an edge back to its head is live then, the next round begins: every step of it is undecided again, and
 * the head gets what the edge back carried. Else the loop has ended. What leads out of a loop is told when it has ended: live
 * if it was so in any round, with what the last of these carried. What leads into a loop counts in its first round alone.
 */
import type { Json } from '#lib/json/json.ts'
import type { RunPlan } from './flow-graph.ts'
import { edgeKind, isWithin, type Route } from './route.ts'

/** Times that a run comes to one node. A flow that pages through something longer asks for larger pages, or calls itself. */
const mostVisits = 100

export interface StepKey {
  /** `node#visit`: unique within a run. */
  key: string
  node: string
  /** 1, 2, …: how often the run has come to the node. */
  visit: number
}

/** A run went round a loop too often, or its loops are nested too deeply to be run. */
export class LoopLimit extends Error {
  override name = 'LoopLimit'
  readonly node: string
  constructor(node: string, message: string) {
    super(message)
    this.node = node
  }
}

const dead = 1
const live = 2
type Settled = { handles: readonly string[]; output: Json }

export class GraphProgress {
  /** By id of the node: what each gave last. */
  readonly outputs: Record<string, { output: Json; visits: number }> = Object.create(null)

  private readonly plan: RunPlan
  private readonly route: Route
  private readonly maxVisits: number
  /** By node. */
  private readonly visits: Uint16Array
  private readonly undecided: Int32Array
  private readonly liveIn: Int32Array
  /** By edge: undecided (0), dead or live. */
  private readonly state: Uint8Array
  /** By edge: whether it is live as soon as it is told, and what it carries then. */
  private readonly willLive: Uint8Array
  private readonly carried: Json[]
  /** By edge: loops that have to end before it is told. */
  private readonly waits: Int32Array
  /** By loop: what has to end before its round has, and live edges back. */
  private readonly membersLeft: Int32Array
  private readonly liveBack: Int32Array
  private readonly loopOf = new Map<number, number>()
  private readonly open = new Map<string, { step: StepKey; index: number; input: Json }>()
  private opened: StepKey[] = []
  private skipped: number[] = []
  private end: { order: number; output: Json } = { order: -1, output: null }

  /** Throws where there is no such step in the plan, and LoopLimit where its loops cannot be run. */
  constructor(plan: RunPlan, startNode: string, options: { maxVisits?: number } = {}) {
    const route = plan.route(startNode)
    if (route === null) throw new Error(`No step has the id "${startNode}".`)
    const tooNested = route.tooNested === null ? undefined : plan.steps[route.tooNested]
    if (tooNested) throw new LoopLimit(tooNested.id, 'The flow has too many nested loops.')
    this.plan = plan
    this.route = route
    this.maxVisits = options.maxVisits ?? mostVisits
    this.visits = new Uint16Array(plan.steps.length)
    this.undecided = route.forwardIn.slice()
    this.liveIn = new Int32Array(plan.steps.length)
    this.state = new Uint8Array(route.kind.length)
    this.willLive = new Uint8Array(route.kind.length)
    this.carried = route.leaves.length === 0 ? [] : Array.from(route.leaves, () => null)
    this.waits = route.leaves.slice()
    this.membersLeft = Int32Array.from(route.loops, ({ members }) => members)
    this.liveBack = new Int32Array(route.loops.length)
    for (const [index, { head }] of route.loops.entries()) this.loopOf.set(head, index)
  }

  /** Opens the start node, the first and only time. What the run was given is the output with which it settles. */
  start(): StepKey[] {
    this.opened = []
    this.openStep(this.route.start, null)
    return this.opened
  }

  /**
   * A step that is open has come to an end by these outputs; an output without an edge just ends there. Gives the steps that
   * became ready. Throws LoopLimit, after which this object is of no more use.
   */
  settle(key: string, handles: readonly string[], output: Json): StepKey[] {
    const one = this.open.get(key)
    if (!one) throw new Error(`The step "${key}" is not open.`)
    this.open.delete(key)
    this.opened = []
    this.outputs[one.step.node] = { output, visits: one.step.visit }
    this.leave(one.index, { handles, output })
    for (let next = this.skipped.pop(); next !== undefined; next = this.skipped.pop()) this.leave(next, null)
    return this.opened
  }

  /** What an open step gets: the output of the one step before it; of several, an object by node id. The start node gets null. */
  inputOf(key: string): Json {
    const one = this.open.get(key)
    if (!one) throw new Error(`The step "${key}" is not open.`)
    return one.input
  }

  /** Steps that are ready or under way, each after those that lead to it. */
  get openSteps(): StepKey[] {
    const place = (index: number) => this.route.order[index] ?? 0
    return [...this.open.values()].toSorted((a, b) => place(a.index) - place(b.index)).map(({ step }) => step)
  }

  /** Nothing is open any more (or nothing has been started). */
  get isDone(): boolean {
    return this.open.size === 0
  }

  /** What the run comes to: the output of the step at which it ended; of several, of the last in the order of the flow. */
  get last(): Json {
    return this.end.output
  }

  private openStep(index: number, input: Json): void {
    const id = this.plan.steps[index]?.id ?? ''
    const visit = (this.visits[index] ?? 0) + 1
    if (visit > this.maxVisits)
      throw new LoopLimit(id, `The run reached this step more than ${this.maxVisits} times. End its loop earlier.`)
    this.visits[index] = visit
    const step = { key: `${id}#${visit}`, node: id, visit }
    this.open.set(step.key, { step, index, input })
    this.opened.push(step)
  }

  /** Decides a node: its edges, and that it has ended in this round. */
  private leave(index: number, settled: Settled | null): void {
    const { outStart, outEdges } = this.plan.adjacency
    let isEnd = true
    for (let at = outStart[index] ?? 0; at < (outStart[index + 1] ?? 0); at += 1) {
      const edge = outEdges[at] ?? 0
      if (settled?.handles.includes(this.plan.handles[edge] ?? '')) {
        this.willLive[edge] = 1
        this.carried[edge] = settled.output
        isEnd = false
      }
      if (this.waits[edge] === 0) this.tell(edge)
    }
    const order = this.route.order[index] ?? 0
    if (settled && isEnd && order >= this.end.order) this.end = { order, output: settled.output }
    this.endWithin(this.route.inner[index] ?? -1)
  }

  private tell(edge: number): void {
    const target = this.plan.adjacency.to[edge] ?? 0
    const isLive = this.willLive[edge] === 1
    this.state[edge] = isLive ? live : dead
    if (this.route.kind[edge] === edgeKind.back) {
      const loop = this.loopOf.get(target) ?? 0
      if (isLive) this.liveBack[loop] = (this.liveBack[loop] ?? 0) + 1
      return
    }
    const left = (this.undecided[target] ?? 0) - 1
    this.undecided[target] = left
    if (isLive) this.liveIn[target] = (this.liveIn[target] ?? 0) + 1
    if (left > 0) return
    if ((this.liveIn[target] ?? 0) === 0) this.skipped.push(target)
    else this.openStep(target, this.inputAt(target, edgeKind.forward))
  }

  private inputAt(index: number, kind: number): Json {
    const { inStart, inEdges, from } = this.plan.adjacency
    const given = new Map<string, Json>()
    for (let at = inStart[index] ?? 0; at < (inStart[index + 1] ?? 0); at += 1) {
      const edge = inEdges[at] ?? 0
      if (this.state[edge] !== live || this.route.kind[edge] !== kind) continue
      given.set(this.plan.steps[from[edge] ?? 0]?.id ?? '', this.carried[edge] ?? null)
    }
    const [first] = given.values()
    return given.size > 1 ? Object.fromEntries(given) : (first ?? null)
  }

  /** One member of a loop has ended; where it was the last one, the round has, and maybe the loop, which is a member itself. */
  private endWithin(innermost: number): void {
    for (let loop = innermost; loop !== -1; loop = this.route.loops[loop]?.parent ?? -1) {
      const left = (this.membersLeft[loop] ?? 0) - 1
      this.membersLeft[loop] = left
      if (left > 0) return
      if ((this.liveBack[loop] ?? 0) > 0) {
        this.nextRound(loop)
        return
      }
      for (const edge of this.route.loops[loop]?.leaving ?? []) {
        const waits = (this.waits[edge] ?? 0) - 1
        this.waits[edge] = waits
        if (waits === 0) this.tell(edge)
      }
    }
  }

  private nextRound(index: number): void {
    const { loops, byLoop, loopOrder } = this.route
    const loop = loops[index]
    if (!loop) return
    const input = this.inputAt(loop.head, edgeKind.back)
    for (const within of loopOrder.subarray(loop.first, loop.last)) {
      this.membersLeft[within] = loops[within]?.members ?? 0
      this.liveBack[within] = 0
    }
    for (const node of byLoop.subarray(loop.begin, loop.end)) this.forget(node, index)
    this.openStep(loop.head, input)
  }

  /** What a node of a loop was told and has told in the round before. */
  private forget(node: number, loop: number): void {
    const { loops, inner, kind, leaves } = this.route
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
      this.waits[edge] = leaves[edge] ?? 0
      // What leads out of the loop keeps that it was live: it is told at the end.
      if (!isInside(to[edge] ?? 0)) continue
      this.state[edge] = 0
      this.willLive[edge] = 0
    }
  }
}

/** Applies the log of a run, in any order, to a run that has not been started here; gives the open steps. */
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
