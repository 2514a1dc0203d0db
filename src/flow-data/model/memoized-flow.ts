/** A flow as it is held for questions: whole, with what many of them need made once and kept. Knows no page. */
import type { CanvasGraph } from '#canvas/model/canvas-graph.ts'
import { canvasPlan, type CanvasPlan } from '#canvas/model/canvas-plan.ts'
import { hasPositions, mannerOf, type Placement } from '#canvas/model/placement.ts'
import type { FlowDetail } from '#contract/flow.ts'
import { adjacencyOf } from '#flow/graph/adjacency.ts'
import type { LayeredGraph, LayeredPlaces } from '#flow/layered/layered-graph.ts'

/** What is drawn, walked and searched of a flow. */
export type GraphParts = Pick<FlowDetail, 'nodes' | 'edges' | 'validation'>

/** The picture that is seen, and the one that comes after it: a person changes between them. */
const keptGraphs = 2

/** Where every node stands of itself no layout is needed, and none is loaded. */
export const loadLayout = () => import('#flow/layered/layered-layout.ts')

export class MemoizedFlow {
  readonly nodes: FlowDetail['nodes']
  readonly edges: FlowDetail['edges']
  readonly validation: FlowDetail['validation']
  /** Layouts are small beside the pictures that are made with them. */
  readonly #layouts = new Map<Placement, LayeredPlaces | null>()
  /** The one used last at the end. */
  readonly #graphs = new Map<Placement, Promise<CanvasGraph>>()
  #plan: { placement: Placement; plan: CanvasPlan } | null = null

  constructor({ nodes, edges, validation }: GraphParts) {
    this.nodes = nodes
    this.edges = edges
    this.validation = validation
  }

  /** What still has to be laid out before this placement can be drawn; null = nothing. */
  toLayOut(placement: Placement): LayeredGraph | null {
    const real = this.#real(placement)
    return this.#layouts.has(real) ? null : this.#planOf(real).toLayOut
  }

  /** Takes what was laid out elsewhere. */
  keepLayout(placement: Placement, laid: LayeredPlaces): void {
    this.#layouts.set(this.#real(placement), laid)
  }

  /** What our own layout says of it, made here where nobody did; null where the flow says everything. */
  async layout(placement: Placement): Promise<LayeredPlaces | null> {
    const real = this.#real(placement)
    const graph = this.toLayOut(real)
    if (graph !== null) {
      const { layeredLayout } = await loadLayout()
      if (!this.#layouts.has(real)) this.#layouts.set(real, layeredLayout(graph, mannerOf(real) ?? {}))
    }
    return this.#layouts.get(real) ?? null
  }

  /** Everything that is drawn. */
  graph(placement: Placement): Promise<CanvasGraph> {
    const real = this.#real(placement)
    const made = this.#graphs.get(real) ?? this.#draw(real)
    this.#graphs.delete(real)
    this.#graphs.set(real, made)
    const [oldest] = this.#graphs.keys()
    if (this.#graphs.size > keptGraphs && oldest !== undefined) this.#graphs.delete(oldest)
    // What could not be loaded is fetched again by the next question.
    made.catch(() => this.#graphs.delete(real))
    return made
  }

  async #draw(real: Placement): Promise<CanvasGraph> {
    const laid = await this.layout(real)
    const { draw } = this.#planOf(real)
    this.#plan = null
    return draw(laid)
  }

  /** Where the flow says nothing of places, it is laid out. */
  #real(placement: Placement): Placement {
    return placement === 'given' && !hasPositions(this.nodes) ? 'right' : placement
  }

  /** Between layout and picture it is kept. */
  #planOf(real: Placement): CanvasPlan {
    if (this.#plan?.placement !== real) this.#plan = { placement: real, plan: canvasPlan(this, real) }
    return this.#plan.plan
  }
}

/** A function of a flow whose result is made at the first question and kept as long as the flow. */
export function memoized<T>(make: (held: MemoizedFlow) => T): (held: MemoizedFlow) => T {
  const known = new WeakMap<MemoizedFlow, { value: T }>()
  return (held) => {
    const found = known.get(held) ?? { value: make(held) }
    known.set(held, found)
    return found.value
  }
}

/** The edges of a flow by the nodes where they begin and end. */
export const adjacencyIn = memoized(({ nodes, edges }) => adjacencyOf(nodes, edges))
