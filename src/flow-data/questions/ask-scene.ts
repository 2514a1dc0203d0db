/** The scene of a flow: columns for the page, and full cards. */
import type { CanvasNode } from '#canvas/model/canvas-graph.ts'
import type { Placement } from '#canvas/model/placement.ts'
import { buffersOf, sceneOf } from '#canvas/scene/scene-of.ts'
import type { SceneData } from '#canvas/scene/scene.ts'
import { branchWord } from '#flow/graph/branches.ts'
import type { LayeredGraph, LayeredPlaces } from '#flow/layered/layered-graph.ts'
import { adjacencyIn, isLongLayout, type MemoizedFlow } from '#flow-data/model/memoized-flow.ts'

export type SceneAnswer =
  | { is: 'scene'; scene: SceneData; transfer: ArrayBuffer[] }
  /** It has to be laid out first, which would block other questions. */
  | { is: 'long layout'; graph: LayeredGraph }

async function drawn(held: MemoizedFlow, placement: Placement): Promise<SceneAnswer> {
  const scene = sceneOf(await held.graph(placement))
  return { is: 'scene', scene, transfer: buffersOf(scene) }
}

/** `mayWait` = the caller has no other thread for the layout. */
export function sceneIn(
  held: MemoizedFlow,
  { placement, mayWait }: { placement: Placement; mayWait: boolean },
): Promise<SceneAnswer> | SceneAnswer {
  const graph = mayWait ? null : held.toLayOut(placement)
  if (graph !== null && isLongLayout(graph, placement)) return { is: 'long layout', graph }
  return drawn(held, placement)
}

/** The same with a layout that was computed elsewhere. */
export function laidSceneIn(
  held: MemoizedFlow,
  { placement, laid }: { placement: Placement; laid: LayeredPlaces },
): Promise<SceneAnswer> {
  held.keepLayout(placement, laid)
  return drawn(held, placement)
}

/** The drawn nodes at these indexes; missing ones are left out. */
export async function cardsIn(
  held: MemoizedFlow,
  { placement, places }: { placement: Placement; places: readonly number[] },
): Promise<CanvasNode[]> {
  const { nodes } = await held.graph(placement)
  return places.flatMap((place) => nodes[place] ?? [])
}

/** The labels at the out-ports of drawn edges, without duplicates: "yes, perhaps". */
export async function branchWordsIn(
  held: MemoizedFlow,
  { placement, edges }: { placement: Placement; edges: readonly number[] },
): Promise<string> {
  const graph = await held.graph(placement)
  const { indexOf } = adjacencyIn(held)
  const words = edges.flatMap((place) => {
    const edge = graph.edges[place]?.edge
    return edge === undefined ? [] : branchWord(edge, held.nodes[indexOf.get(edge.source) ?? -1])
  })
  return [...new Set(words)].filter((word) => word !== '').join(', ')
}

/** The id of an edge by its index in the flow's list; null if there is none. */
export const edgeIdIn = (held: MemoizedFlow, { index }: { index: number }): string | null =>
  held.edges[index]?.id ?? null
