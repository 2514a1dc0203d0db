import { useReactFlow, useStore, useStoreApi } from '@xyflow/react'
import { useEffect } from 'react'
import { union, type Box } from '#canvas/geometry/box-geometry.ts'
import { detailOf, readable } from '#canvas/geometry/detail.ts'
import { tileAt } from '#canvas/model/tile-box.ts'
import { boxAt, edgesAt, middleOf, type Scene } from '#canvas/scene/scene.ts'

/** Duration of an automatic move of the viewport. */
export const motionMs = (): number => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 240)

/** A card this close to the edge of the viewport counts as out of sight. */
const margin = 8

/** The box of a node and of as many of its neighbours as fit into a room, the following ones first; canvas pixels. */
function boxWithNeighbours(scene: Scene, nodeIndex: number, room: { width: number; height: number }): Box {
  const { from, to, outgoing, incoming } = scene
  let box = boxAt(scene, nodeIndex)
  const include = (neighbour = nodeIndex) => {
    const wider = union(box, boxAt(scene, neighbour))
    if (wider.width <= room.width && wider.height <= room.height) box = wider
  }
  for (const edge of edgesAt(outgoing, nodeIndex)) include(to[edge])
  for (const edge of edgesAt(incoming, nodeIndex)) include(from[edge])
  return box
}

/**
 * Moves the viewport to the node at an index if it is out of sight, and zooms in if it is only a mark; -1 = none.
 * `isOpen`: the panel of the node takes part of the width, and its neighbours stay in sight beside it.
 */
export function useNodeInView(
  scene: Scene,
  { nodeIndex, isOpen }: { nodeIndex: number; isOpen: boolean },
  onMove: () => void,
): void {
  const flow = useReactFlow()
  const store = useStoreApi()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const isReady = width > 0 && height > 0
  useEffect(() => {
    if (nodeIndex === -1 || !isReady) return
    // One frame later, because a page that just opened first fits its viewport.
    const frame = requestAnimationFrame(() => {
      const [x, y, now] = store.getState().transform
      const isMark = detailOf(now) === 'far' && tileAt(now, scene.spacing) === null
      const zoom = isMark ? readable : now
      const room = { width: (width - 2 * margin) / zoom, height: (height - 2 * margin) / zoom }
      const box = isOpen ? boxWithNeighbours(scene, nodeIndex, room) : boxAt(scene, nodeIndex)
      const [left, top] = [box.x * zoom + x, box.y * zoom + y]
      const [right, bottom] = [left + box.width * zoom, top + box.height * zoom]
      const isInside = left >= margin && top >= margin && right <= width - margin && bottom <= height - margin
      if (isInside && !isMark) return
      onMove()
      const centre = middleOf(box)
      void flow.setCenter(centre.x, centre.y, { zoom, duration: motionMs() })
    })
    return () => cancelAnimationFrame(frame)
  }, [scene, nodeIndex, isOpen, isReady, width, height, flow, store, onMove])
}
