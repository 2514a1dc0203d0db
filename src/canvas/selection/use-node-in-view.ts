import { useReactFlow, useStore, useStoreApi } from '@xyflow/react'
import { useEffect } from 'react'
import { detailOf, readable } from '#canvas/geometry/detail.ts'
import { tileAt } from '#canvas/model/tile-box.ts'
import { boxAt, type Scene } from '#canvas/scene/scene.ts'

/** Duration of an automatic move of the viewport. */
export const motionMs = (): number => (matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 240)

/** A card this close to the edge of the viewport counts as out of sight. */
const margin = 8

/** Moves the viewport to the node at an index if it is out of sight, and zooms in if it is only a mark; -1 = none. */
export function useNodeInView(scene: Scene, nodeIndex: number, onMove: () => void): void {
  const flow = useReactFlow()
  const store = useStoreApi()
  const width = useStore((state) => state.width)
  const height = useStore((state) => state.height)
  const isReady = width > 0 && height > 0
  useEffect(() => {
    if (nodeIndex === -1 || !isReady) return
    const box = boxAt(scene, nodeIndex)
    // One frame later, because a page that just opened first fits its viewport.
    const frame = requestAnimationFrame(() => {
      const [x, y, zoom] = store.getState().transform
      const [left, top] = [box.x * zoom + x, box.y * zoom + y]
      const [right, bottom] = [left + box.width * zoom, top + box.height * zoom]
      const isInside = left >= margin && top >= margin && right <= width - margin && bottom <= height - margin
      const isMark = detailOf(zoom) === 'far' && tileAt(zoom, scene.spacing) === null
      if (isInside && !isMark) return
      onMove()
      const options = { zoom: isMark ? readable : zoom, duration: motionMs() }
      void flow.setCenter(box.x + box.width / 2, box.y + box.height / 2, options)
    })
    return () => cancelAnimationFrame(frame)
  }, [scene, nodeIndex, isReady, width, height, flow, store, onMove])
}
