import { useStore } from '@xyflow/react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Signal } from '#lib/signal.ts'
import { detailOf } from '#canvas/geometry/detail.ts'
import { nodeTitle } from '#canvas/model/note-text.ts'
import { hoverShapeOf } from '#canvas/scene/hover-shape.ts'
import type { Scene } from '#canvas/scene/scene.ts'
import './hover-layer.css'

export { hitEdge } from '#canvas/scene/edge-lines.ts'

/** The name of a node, once the worker has sent it. */
function useNodeName(scene: Scene, nodeIndex: number): string {
  const [read, setRead] = useState({ nodeIndex: -1, name: '' })
  useEffect(() => {
    if (nodeIndex === -1) return undefined
    let isCurrent = true
    scene.cards([nodeIndex]).then(
      ([card]) => {
        if (isCurrent && card !== undefined) setRead({ nodeIndex, name: nodeTitle(card.node) })
      },
      // The worker no longer has the flow, which the page reports.
      () => null,
    )
    return () => {
      isCurrent = false
    }
  }, [scene, nodeIndex])
  return read.nodeIndex === nodeIndex ? read.name : ''
}

/** The shape, and the name of its node above it, as a drawn name is mostly below: at this zoom it may be left out. */
function HoverDrawing({ scene, node, edge }: { scene: Scene; node: number; edge: number }) {
  const [x, y, zoom] = useStore((state) => state.transform)
  const { subscribe, get } = scene.hitAreas
  const areas = useSyncExternalStore(subscribe, get)
  const shape = useMemo(() => hoverShapeOf(scene, { node, edge }, zoom, areas), [scene, node, edge, zoom, areas])
  const own = shape?.own ?? null
  // Below whole cards, a name that fits nowhere is left out of the drawing.
  const isSmall = ['far', 'compact'].includes(detailOf(zoom))
  const name = useNodeName(scene, own !== null && isSmall ? node : -1)
  if (shape === null) return null
  const { others, radius, path } = shape
  return (
    <>
      <svg className="canvas-hover" aria-hidden="true">
        {/* Scaled within the SVG: only then `non-scaling-stroke` keeps the width of lines. */}
        <g transform={`translate(${x} ${y}) scale(${zoom})`}>
          <path d={path} />
          {others.map((box) => (
            <rect key={`${box.x} ${box.y}`} {...box} rx={radius} />
          ))}
          {own !== null && <rect {...own} rx={radius} className="own" />}
        </g>
      </svg>
      {own !== null && name !== '' && (
        <span
          className="canvas-hover-name"
          dir="auto"
          style={{ left: (own.x + own.width / 2) * zoom + x, top: own.y * zoom + y }}
        >
          {name}
        </span>
      )}
    </>
  )
}

/**
 * The hovered node or edge, by index: where its edges go. An overlay, so that a hover neither repaints the flow nor
 * renders a card.
 */
export function HoverLayer({
  scene,
  node: nodeSignal,
  edge: edgeSignal,
}: {
  scene: Scene
  node: Signal<number>
  edge: Signal<number>
}) {
  const node = useSyncExternalStore(nodeSignal.subscribe, nodeSignal.get)
  const edge = useSyncExternalStore(edgeSignal.subscribe, edgeSignal.get)
  return node === -1 && edge === -1 ? null : <HoverDrawing scene={scene} node={node} edge={edge} />
}
