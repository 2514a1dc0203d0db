/**
 * A drawn flow in compact columns: by index in the flow's list of nodes, and lines by index in the list of drawn edges.
 * Full nodes stay in the worker and are requested from it. Pure; lengths in canvas pixels.
 */
import type { Signal } from '#lib/signal.ts'
import type { NodeKind } from '#flow/node-kind.ts'
import { nodeKinds } from '#flow/node-kind-list.ts'
import type { CanvasNode } from '#canvas/model/canvas-graph.ts'
import type { CanvasView, ViewQuestion } from './viewport.ts'
import { indexOfText, textAt, type TextBuffer } from './text-buffer.ts'
import type { Point, Box } from '#canvas/geometry/box-geometry.ts'

/** Edges of all nodes: those of node i are `edges[starts[i]] … edges[starts[i + 1] - 1]`. */
export interface EdgesByNode {
  starts: Uint32Array<ArrayBuffer>
  edges: Uint32Array<ArrayBuffer>
}

/** The part of a scene that the worker transfers. */
export interface SceneData {
  /** Number of nodes for display: without groups, which are only frames. */
  nodeCount: number
  /** Edges that connect two nodes, drawn or not. */
  edgeCount: number
  bounds: Box
  /** Distance between neighbouring steps (`spacingOf`). */
  spacing: number
  /** Whether the layout is in rows like text. */
  isFolded: boolean
  /** Index of the first node in reading order; -1 = none. */
  start: number
  /** x, y, width, height of each node. */
  boxes: Float32Array<ArrayBuffer>
  /** Indexes in `sceneKinds`. */
  kinds: Uint8Array<ArrayBuffer>
  /** Bits of `flag`: `container` = a container step. */
  flags: Uint8Array<ArrayBuffer>
  ids: TextBuffer
  /** Of each drawn edge: the indexes of its nodes, and its own in the flow's list of edges. */
  from: Uint32Array<ArrayBuffer>
  to: Uint32Array<ArrayBuffer>
  edgeIndex: Uint32Array<ArrayBuffer>
  outgoing: EdgesByNode
  incoming: EdgesByNode
  /** x and y of the ends and turns of all lines, one line after the other; line e begins at point `lineStarts[e]`. */
  points: Float32Array<ArrayBuffer>
  lineStarts: Uint32Array<ArrayBuffer>
  /** Place of each line at the tile of its source (`branchOf`). */
  fans: Float32Array<ArrayBuffer>
}

/**
 * Where painted nodes take the pointer if that is not their box, by index: grown cards, and the titles of frames, and of
 * notes with steps on them.
 */
export type HitAreas = ReadonlyMap<number, Box>

export interface Scene extends SceneData {
  /** Full nodes, in the order of the indexes. Rejects if the worker no longer has the flow. */
  cards: (nodeIndexes: readonly number[]) => Promise<CanvasNode[]>
  /** The labels at the out-ports of edges, by index among the drawn ones: "yes, no". */
  branchLabels: (edges: readonly number[]) => Promise<string>
  /** The viewport that the canvas chooses automatically. */
  view: (question: ViewQuestion) => Promise<CanvasView>
  /** Those of the bitmap that is shown near the viewport. */
  hitAreas: Signal<HitAreas>
  /** A new port to the painter: `TileRequest` out, `TileAnswer` back. */
  paint: () => MessagePort
}

export const sceneKinds: readonly NodeKind[] = [...nodeKinds, 'unknown']
export const flag = { container: 1 } as const

const hasFlag = ({ flags }: Pick<SceneData, 'flags'>, nodeIndex: number, which: keyof typeof flag): boolean =>
  ((flags[nodeIndex] ?? 0) & flag[which]) !== 0

export const kindAt = ({ kinds }: Pick<SceneData, 'kinds'>, nodeIndex: number): NodeKind =>
  sceneKinds[kinds[nodeIndex] ?? -1] ?? 'unknown'

/**
 * Whether a node is a frame: a group or a container step. Frames are only painted, because they are behind their nodes.
 */
export const isFrameAt = (scene: Pick<SceneData, 'kinds' | 'flags'>, nodeIndex: number): boolean =>
  kindAt(scene, nodeIndex) === 'group' || hasFlag(scene, nodeIndex, 'container')

/** Whether a node is drawn as a tile at low zoom. */
export const hasTileAt = (scene: Pick<SceneData, 'kinds' | 'flags'>, nodeIndex: number): boolean =>
  kindAt(scene, nodeIndex) !== 'note' && !isFrameAt(scene, nodeIndex)

/** Whether a node is a step: neither a group nor a note. */
export function isStepAt(scene: Pick<SceneData, 'kinds'>, nodeIndex: number): boolean {
  const kind = kindAt(scene, nodeIndex)
  return kind !== 'group' && kind !== 'note'
}

export const nodeCountOf = ({ kinds }: Pick<SceneData, 'kinds'>): number => kinds.length

export const boxAt = ({ boxes }: Pick<SceneData, 'boxes'>, nodeIndex: number): Box => ({
  x: boxes[4 * nodeIndex] ?? 0,
  y: boxes[4 * nodeIndex + 1] ?? 0,
  width: boxes[4 * nodeIndex + 2] ?? 0,
  height: boxes[4 * nodeIndex + 3] ?? 0,
})

export const middleOf = ({ x, y, width, height }: Box): Point => ({ x: x + width / 2, y: y + height / 2 })

export const idAt = ({ ids }: Pick<SceneData, 'ids'>, nodeIndex: number): string => textAt(ids, nodeIndex)
/** The index of the node with an id; -1 if there is none, or the id is null. */
export const nodeIndexOf = ({ ids }: Pick<SceneData, 'ids'>, id: string | null): number =>
  id === null ? -1 : indexOfText(ids, id)

/** Indexes among the drawn edges of those that leave a node or arrive there. */
export const edgesAt = ({ starts, edges }: EdgesByNode, nodeIndex: number): Uint32Array =>
  edges.subarray(starts[nodeIndex] ?? 0, starts[nodeIndex + 1] ?? 0)
