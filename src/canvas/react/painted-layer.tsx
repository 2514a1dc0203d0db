import { useStoreApi } from '@xyflow/react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { endEarly, markFitted } from '#canvas/tiles/early-canvas.ts'
import { mapViewOf } from './mini-map.tsx'
import type { Emphasis } from '#canvas/model/emphasis.ts'
import { ratioOf } from '#canvas/tiles/tile-cover.ts'
import { Tiles } from '#canvas/tiles/tiles.ts'
import './painted-layer.css'
import { nodeCountOf, type Scene } from '#canvas/scene/scene.ts'
import { watchColours } from './watch-colours.ts'
import { watchViewport } from '#canvas/tiles/watch-viewport.ts'

/** Calls back if the GPU discards a bitmap; returns the function that stops it. */
function watchLoss(canvases: readonly HTMLCanvasElement[], onLost: () => void): () => void {
  for (const canvas of canvases) canvas.addEventListener('contextrestored', onLost)
  return () => {
    for (const canvas of canvases) canvas.removeEventListener('contextrestored', onLost)
  }
}

/** The flow as a bitmap that follows React Flow's viewport, below the mounted nodes; `map` is the minimap. */
export function PaintedLayer({
  scene,
  dress,
  map,
  isPlaced,
}: {
  scene: Scene
  dress: Emphasis
  map: RefObject<HTMLCanvasElement | null>
  /** Whether the viewport shows the flow; painting before that is useless. */
  isPlaced: boolean
}) {
  const store = useStoreApi()
  const whole = useRef<HTMLCanvasElement>(null)
  const near = useRef<HTMLCanvasElement>(null)
  const [tiles, setTiles] = useState<Tiles | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!isPlaced || whole.current === null || near.current === null || map.current === null) return
    const windowNow = () => {
      const { transform, width, height } = store.getState()
      const [x, y, zoom] = transform
      return width === 0 || height === 0 ? null : { x, y, zoom, width, height, ratio: ratioOf(devicePixelRatio) }
    }
    const made = new Tiles({
      whole: whole.current,
      near: near.current,
      map: map.current,
      mapView: { ...mapViewOf(scene.bounds), ratio: ratioOf(devicePixelRatio) },
      painter: scene.paint(),
      bounds: scene.bounds,
      dress,
      windowNow,
      onShown: () => {
        if (!endEarly()) markFitted(nodeCountOf(scene), store.getState().transform)
      },
      onFailed: (message) => {
        endEarly()
        setProblem(message)
      },
    })
    setTiles(made)
    const ends = [
      watchViewport(store, () => made.move()),
      watchColours(() => made.recolour()),
      watchLoss([whole.current, near.current, map.current], () => made.repaint()),
    ]
    return () => {
      for (const end of ends) end()
      made.end()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the initial emphasis only; the effect below updates it
  }, [scene, store, map, isPlaced])
  useEffect(() => tiles?.dress(dress), [tiles, dress])
  return (
    <div className="painting" aria-hidden="true">
      <canvas ref={whole} />
      <canvas ref={near} />
      {problem !== null && <p className="painting-problem">{problem}</p>}
    </div>
  )
}
