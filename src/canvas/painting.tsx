import { useStoreApi } from '@xyflow/react'
import { useEffect, useRef, useState } from 'react'
import type { CanvasGraph } from './canvas-graph.ts'
import { markFitted } from './mark-fitted.ts'
import { drawingOf } from './paint/drawing.ts'
import type { Dress } from './paint/dress.ts'
import { ratioOf } from './paint/tile-cover.ts'
import { Tiles } from './paint/tiles.ts'
import './painting.css'
import { watchWindow } from './watch-window.ts'

/** Whatever changes the colours of the page. */
const colourQueries = ['(prefers-color-scheme: dark)', '(prefers-contrast: more)', '(forced-colors: active)']

/** Calls back when the colours of the page change; returns what ends it. */
function watchColours(onChange: () => void): () => void {
  const root = new MutationObserver(onChange)
  root.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  const queries = colourQueries.map((query) => matchMedia(query))
  for (const query of queries) query.addEventListener('change', onChange)
  return () => {
    root.disconnect()
    for (const query of queries) query.removeEventListener('change', onChange)
  }
}

/** The flow as a painted picture that follows React Flow's window; below the nodes that are mounted. */
export function Painting({ graph, dress }: { graph: CanvasGraph; dress: Dress }) {
  const store = useStoreApi()
  const whole = useRef<HTMLCanvasElement>(null)
  const near = useRef<HTMLCanvasElement>(null)
  const [tiles, setTiles] = useState<Tiles | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (whole.current === null || near.current === null) return
    const windowNow = () => {
      const { transform, width, height } = store.getState()
      const [x, y, zoom] = transform
      return width === 0 || height === 0 ? null : { x, y, zoom, width, height, ratio: ratioOf(devicePixelRatio) }
    }
    const made = new Tiles({
      whole: whole.current,
      near: near.current,
      drawing: drawingOf(graph),
      dress,
      windowNow,
      onShown: () => markFitted(graph, store.getState().transform),
      onFailed: setProblem,
    })
    setTiles(made)
    const ends = [watchWindow(store, () => made.move()), watchColours(() => made.recolour())]
    return () => {
      for (const end of ends) end()
      made.end()
    }
    // oxlint-disable-next-line react/exhaustive-deps -- a picture begins in its dress; another one is put on below
  }, [graph, store])
  useEffect(() => tiles?.dress(dress), [tiles, dress])
  return (
    <div className="painting" aria-hidden="true">
      <canvas ref={whole} />
      <canvas ref={near} />
      {problem !== null && <p className="painting-problem">{problem}</p>}
    </div>
  )
}
