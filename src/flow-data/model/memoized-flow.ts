/** A flow with cached results for questions about it: drawings, layouts, indexes. Independent of any page. */
import type { CanvasGraph } from '#canvas/model/canvas-graph.ts'
import { canvasPlan, type CanvasPlan } from '#canvas/model/canvas-plan.ts'
import { hasPositions, layoutOptionsOf, type Placement } from '#canvas/model/placement.ts'
import type { FlowDetail } from '#contract/flow.ts'
import { adjacencyOf } from '#flow/graph/adjacency.ts'
import { noEntries, type Entries } from '#flow/graph/parts.ts'
import type { ForeignKindOf } from '#flow/visual-kind/visual-kind.ts'
import { allowsExactLayout, type LayeredGraph, type LayeredPositions } from '#flow/layered/layered-graph.ts'

/** The parts of a flow for drawing, navigation and search. */
export interface GraphParts extends Pick<FlowDetail, 'nodes' | 'edges' | 'validation'> {
  /** Of the file that the flow was read from (`sourceFormatOf`). */
  format?: string | undefined
  /** See `entriesOf`; without them, the flow has none. */
  entries?: Entries | undefined
}

/** Maximum cached drawings: the visible one and the previous one, for switching between them. */
const maxCachedGraphs = 2

/** Loaded only if nodes have to be laid out. */
export const loadLayout = () => import('#flow/layered/layered-layout.ts')

export class MemoizedFlow {
  readonly nodes: FlowDetail['nodes']
  readonly edges: FlowDetail['edges']
  readonly validation: FlowDetail['validation']
  readonly format: string
  readonly entries: Entries
  /** Null if all types are our own. */
  readonly foreignKindOf: ForeignKindOf | null
  /** All layouts are cached: they are small compared with drawings. */
  readonly #layouts = new Map<Placement, LayeredPositions | null>()
  /** Cached drawings; the most recently used one is last. */
  readonly #graphs = new Map<Placement, Promise<CanvasGraph>>()
  #plan: { placement: Placement; plan: CanvasPlan } | null = null

  constructor(
    { nodes, edges, validation, format = '', entries = noEntries }: GraphParts,
    foreignKindOf: ForeignKindOf | null = null,
  ) {
    this.nodes = nodes
    this.edges = edges
    this.validation = validation
    this.format = format
    this.entries = entries
    this.foreignKindOf = foreignKindOf
  }

  /** The graph that has to be laid out before this placement can be drawn; null = none. */
  layoutInput(placement: Placement): LayeredGraph | null {
    const effective = this.effectivePlacement(placement)
    return this.#layouts.has(effective) ? null : this.#planOf(effective).layoutInput
  }

  /** Stores a layout that was computed elsewhere. */
  storeLayout(placement: Placement, positions: LayeredPositions): void {
    this.#layouts.set(this.effectivePlacement(placement), positions)
  }

  /** The layout of a placement, computed here if it is not stored; null if the flow gives all positions. */
  async layout(placement: Placement): Promise<LayeredPositions | null> {
    const effective = this.effectivePlacement(placement)
    const graph = this.layoutInput(effective)
    if (graph !== null) {
      const { layeredLayout } = await loadLayout()
      if (!this.#layouts.has(effective))
        this.#layouts.set(effective, layeredLayout(graph, layoutOptionsOf(effective) ?? {}))
    }
    return this.#layouts.get(effective) ?? null
  }

  /** Everything that is drawn. */
  graph(placement: Placement): Promise<CanvasGraph> {
    const effective = this.effectivePlacement(placement)
    const graph = this.#graphs.get(effective) ?? this.#draw(effective)
    this.#graphs.delete(effective)
    this.#graphs.set(effective, graph)
    const [oldest] = this.#graphs.keys()
    if (this.#graphs.size > maxCachedGraphs && oldest !== undefined) this.#graphs.delete(oldest)
    // Code that failed to load is loaded again by the next question.
    graph.catch(() => this.#graphs.delete(effective))
    return graph
  }

  async #draw(effective: Placement): Promise<CanvasGraph> {
    const positions = await this.layout(effective)
    const { draw } = this.#planOf(effective)
    this.#plan = null
    return draw(positions)
  }

  /** The placement that is used: a flow without positions is laid out. */
  effectivePlacement(placement: Placement): Placement {
    return placement === 'given' && !hasPositions(this.nodes) ? 'auto' : placement
  }

  /** The plan of a placement, cached between layout and drawing. */
  #planOf(effective: Placement): CanvasPlan {
    if (this.#plan?.placement !== effective) this.#plan = { placement: effective, plan: canvasPlan(this, effective) }
    return this.#plan.plan
  }
}

/** Memoizes a function of a flow as long as the flow is held. */
export function memoized<T>(compute: (flow: MemoizedFlow) => T): (flow: MemoizedFlow) => T {
  const cache = new WeakMap<MemoizedFlow, { value: T }>()
  return (flow) => {
    const found = cache.get(flow) ?? { value: compute(flow) }
    cache.set(flow, found)
    return found.value
  }
}

/** The edges of a flow by source and by target. */
export const adjacencyIn = memoized(({ nodes, edges }) => adjacencyOf(nodes, edges))

/** Nodes and edges that are laid out within about 100 ms, the time to start another thread. */
const maxShortLayout = 25_000

/** Whether a layout would block other questions for too long in the thread that holds the flow. */
export function isLongLayout(graph: LayeredGraph, placement: Placement): boolean {
  const fixedCount = graph.fixed?.reduce((sum, one) => sum + one, 0) ?? 0
  const [nodes, edges] = [graph.width.length - fixedCount, graph.source.length]
  return (
    nodes + edges > maxShortLayout ||
    (layoutOptionsOf(placement)?.tidy === true && allowsExactLayout(graph.width.length, edges))
  )
}

/** The index of the first node with an id in the flow's list; null if there is none. */
export const nodeIndexIn = (flow: MemoizedFlow, { id }: { id: string }): number | null =>
  adjacencyIn(flow).indexOf.get(id) ?? null
