/** A flow with cached results for questions about it: drawings, layouts, indexes. Independent of any page. */
import type { CanvasGraph } from '#canvas/model/canvas-graph.ts'
import { canvasPlan, type CanvasPlan } from '#canvas/model/canvas-plan.ts'
import { hasPositions, mannerOf, type Placement } from '#canvas/model/placement.ts'
import type { FlowDetail } from '#contract/flow.ts'
import { adjacencyOf } from '#flow/graph/adjacency.ts'
import { allowsExactLayout, type LayeredGraph, type LayeredPlaces } from '#flow/layered/layered-graph.ts'

/** The parts of a flow for drawing, navigation and search. */
export type GraphParts = Pick<FlowDetail, 'nodes' | 'edges' | 'validation'>

/** Maximum cached drawings: the visible one and the previous one, for switching between them. */
const keptGraphs = 2

/** Loaded only if some node has no position. */
export const loadLayout = () => import('#flow/layered/layered-layout.ts')

export class MemoizedFlow {
  readonly nodes: FlowDetail['nodes']
  readonly edges: FlowDetail['edges']
  readonly validation: FlowDetail['validation']
  /** All layouts are cached: they are small compared with drawings. */
  readonly #layouts = new Map<Placement, LayeredPlaces | null>()
  /** Cached drawings; the most recently used one is last. */
  readonly #graphs = new Map<Placement, Promise<CanvasGraph>>()
  #plan: { placement: Placement; plan: CanvasPlan } | null = null

  constructor({ nodes, edges, validation }: GraphParts) {
    this.nodes = nodes
    this.edges = edges
    this.validation = validation
  }

  /** The graph that has to be laid out before this placement can be drawn; null = none. */
  toLayOut(placement: Placement): LayeredGraph | null {
    const real = this.#real(placement)
    return this.#layouts.has(real) ? null : this.#planOf(real).toLayOut
  }

  /** Stores a layout that was computed elsewhere. */
  keepLayout(placement: Placement, laid: LayeredPlaces): void {
    this.#layouts.set(this.#real(placement), laid)
  }

  /** The layout of a placement, computed here if it is not stored; null if the flow gives all positions. */
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
    // Code that failed to load is loaded again by the next question.
    made.catch(() => this.#graphs.delete(real))
    return made
  }

  async #draw(real: Placement): Promise<CanvasGraph> {
    const laid = await this.layout(real)
    const { draw } = this.#planOf(real)
    this.#plan = null
    return draw(laid)
  }

  /** The placement that is used: a flow without positions is laid out. */
  #real(placement: Placement): Placement {
    return placement === 'given' && !hasPositions(this.nodes) ? 'right' : placement
  }

  /** The plan of a placement, cached between layout and drawing. */
  #planOf(real: Placement): CanvasPlan {
    if (this.#plan?.placement !== real) this.#plan = { placement: real, plan: canvasPlan(this, real) }
    return this.#plan.plan
  }
}

/** Memoizes a function of a flow as long as the flow is held. */
export function memoized<T>(make: (held: MemoizedFlow) => T): (held: MemoizedFlow) => T {
  const known = new WeakMap<MemoizedFlow, { value: T }>()
  return (held) => {
    const found = known.get(held) ?? { value: make(held) }
    known.set(held, found)
    return found.value
  }
}

/** The edges of a flow by source and by target. */
export const adjacencyIn = memoized(({ nodes, edges }) => adjacencyOf(nodes, edges))

/** Nodes and edges that are laid out within about 100 ms, the time to start another thread. */
const shortWork = 25_000

/** Whether a layout would block other questions for too long in the thread that holds the flow. */
export function isLongLayout(graph: LayeredGraph, placement: Placement): boolean {
  const placed = graph.placed?.reduce((sum, one) => sum + one, 0) ?? 0
  const [nodes, edges] = [graph.width.length - placed, graph.source.length]
  return (
    nodes + edges > shortWork || (mannerOf(placement)?.tidy === true && allowsExactLayout(graph.width.length, edges))
  )
}

/** The index of the first node with an id in the flow's list; null if there is none. */
export const placeIn = (held: MemoizedFlow, { id }: { id: string }): number | null =>
  adjacencyIn(held).indexOf.get(id) ?? null
