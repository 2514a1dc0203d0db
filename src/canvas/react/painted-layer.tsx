import { useStoreApi } from '@xyflow/react'
import { useEffect, useRef, useState, type RefObject } from 'react'
import { endEarly, markFitted } from '#canvas/tiles/early-canvas.ts'
import { mapViewOf } from './mini-map.tsx'
import type { Emphasis } from '#canvas/model/emphasis.ts'
import { ratioOf } from '#canvas/tiles/tile-cover.ts'
import { Tiles } from '#canvas/tiles/tiles.ts'
import './painted-layer.css'
import type { ViewFigures } from '#canvas/scene/viewport.ts'
import { nodeCountOf, type Scene } from '#canvas/scene/scene.ts'
import { watchColours } from './watch-colours.ts'
import { watchViewport } from '#canvas/tiles/watch-viewport.ts'

/** Calls back when a bitmap that the GPU discarded can be painted again; returns the function that stops it. */
function watchContextLoss(canvases: readonly HTMLCanvasElement[], onLost: () => void): () => void {
  for (const canvas of canvases) canvas.addEventListener('contextrestored', onLost)
  return () => {
    for (const canvas of canvases) canvas.removeEventListener('contextrestored', onLost)
  }
}

/** The flow as a bitmap that follows React Flow's viewport, below the mounted nodes; `map` is the minimap. */
export function PaintedLayer({
  scene,
  emphasis,
  map,
  hasViewport,
  figures,
}: {
  scene: Scene
  emphasis: Emphasis
  map: RefObject<HTMLCanvasElement | null>
  /** Whether the viewport shows the flow; painting before that is useless. */
  hasViewport: boolean
  /** What can be read in the first viewport; null = the viewport is another one. */
  figures: ViewFigures | null
}) {
  const store = useStoreApi()
  const wholeCanvas = useRef<HTMLCanvasElement>(null)
  const nearCanvas = useRef<HTMLCanvasElement>(null)
  const [tiles, setTiles] = useState<Tiles | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (!hasViewport || wholeCanvas.current === null || nearCanvas.current === null || map.current === null) return
    const currentWindow = () => {
      const { transform, width, height } = store.getState()
      const [x, y, zoom] = transform
      return width === 0 || height === 0 ? null : { x, y, zoom, width, height, ratio: ratioOf(devicePixelRatio) }
    }
    const created = new Tiles({
      wholeCanvas: wholeCanvas.current,
      nearCanvas: nearCanvas.current,
      map: map.current,
      mapView: { ...mapViewOf(scene.bounds), ratio: ratioOf(devicePixelRatio) },
      painter: scene.paint(),
      bounds: scene.bounds,
      emphasis,
      currentWindow,
      onHitAreas: scene.hitAreas.set,
      onShown: () => {
        if (!endEarly()) markFitted(nodeCountOf(scene), store.getState().transform, figures)
      },
      onFailed: (message) => {
        endEarly()
        setProblem(message)
      },
    })
    setTiles(created)
    const ends = [
      watchViewport(store, () => created.move()),
      watchColours(() => created.recolour()),
      watchContextLoss([wholeCanvas.current, nearCanvas.current, map.current], () => created.repaint()),
    ]
    return () => {
      for (const end of ends) end()
      created.end()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the initial emphasis and figures only; the effect below updates the emphasis
  }, [scene, store, map, hasViewport])
  useEffect(() => tiles?.setEmphasis(emphasis), [tiles, emphasis])
  return (
    <div className="painting" aria-hidden="true">
      <canvas ref={wholeCanvas} />
      <canvas ref={nearCanvas} />
      {problem !== null && <p className="painting-problem">{problem}</p>}
    </div>
  )
}
