/** The scene of a flow: columns for the page, and full cards. */
import type { CanvasNode } from '#canvas/model/canvas-graph.ts'
import type { Placement } from '#canvas/model/placement.ts'
import type { CanvasView, ViewQuestion } from '#canvas/scene/viewport.ts'
import { measuredCanvasView } from '#canvas/tiles/canvas-view.ts'
import type { FontSource } from '#canvas/pen/fonts.ts'
import { buffersOf, sceneOf } from '#canvas/scene/scene-of.ts'
import type { SceneData } from '#canvas/scene/scene.ts'
import { branchLabel } from '#flow/graph/branches.ts'
import type { LayeredGraph, LayeredPositions } from '#flow/layered/layered-graph.ts'
import { adjacencyIn, isLongLayout, type MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

export type SceneAnswer =
  | { is: 'scene'; scene: SceneData; transfer: ArrayBuffer[] }
  /** It has to be laid out first, which would block other questions. */
  | { is: 'long layout'; graph: LayeredGraph }

async function drawScene(flow: MemoizedFlow, placement: Placement): Promise<SceneAnswer> {
  const scene = sceneOf(await flow.graph(placement))
  return { is: 'scene', scene, transfer: buffersOf(scene) }
}

/** `mayWait` = the caller has no other thread for the layout. */
export function sceneIn(
  flow: MemoizedFlow,
  { placement, mayWait }: { placement: Placement; mayWait: boolean },
): Promise<SceneAnswer> | SceneAnswer {
  const graph = mayWait ? null : flow.layoutInput(placement)
  if (graph !== null && isLongLayout(graph, placement)) return { is: 'long layout', graph }
  return drawScene(flow, placement)
}

/** The same with a layout that was computed elsewhere. */
export function sceneWithLayoutIn(
  flow: MemoizedFlow,
  { placement, positions }: { placement: Placement; positions: LayeredPositions },
): Promise<SceneAnswer> {
  flow.storeLayout(placement, positions)
  return drawScene(flow, placement)
}

/** The viewport that the canvas chooses automatically. */
export const viewIn = async (
  flow: MemoizedFlow,
  { placement, ...question }: ViewQuestion & { placement: Placement; fonts: readonly FontSource[] },
): Promise<CanvasView> => measuredCanvasView(await flow.graph(placement), question)

/** The drawn nodes at these indexes; missing ones are left out. */
export async function cardsIn(
  flow: MemoizedFlow,
  { placement, nodeIndexes }: { placement: Placement; nodeIndexes: readonly number[] },
): Promise<CanvasNode[]> {
  const { nodes } = await flow.graph(placement)
  return nodeIndexes.flatMap((nodeIndex) => nodes[nodeIndex] ?? [])
}

/** The labels at the out-ports of drawn edges, without duplicates: "yes, perhaps". */
export async function branchLabelsIn(
  flow: MemoizedFlow,
  { placement, edges }: { placement: Placement; edges: readonly number[] },
): Promise<string> {
  const graph = await flow.graph(placement)
  const { indexOf } = adjacencyIn(flow)
  const words = edges.flatMap((nodeIndex) => {
    const edge = graph.edges[nodeIndex]?.edge
    return edge === undefined ? [] : branchLabel(edge, flow.nodes[indexOf.get(edge.source) ?? -1])
  })
  return [...new Set(words)].filter((word) => word !== '').join(', ')
}

/** The id of an edge by its index in the flow's list; null if there is none. */
export const edgeIdIn = (flow: MemoizedFlow, { index }: { index: number }): string | null =>
  flow.edges[index]?.id ?? null
