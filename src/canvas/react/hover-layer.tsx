import { useStore, ViewportPortal } from '@xyflow/react'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { Signal } from '#lib/signal.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'
import { readable } from '#canvas/geometry/detail.ts'
import { hoverShapeOf } from '#canvas/scene/hover-shape.ts'
import type { Scene } from '#canvas/scene/scene.ts'
import './hover-layer.css'

export const useSignal = <T,>({ subscribe, get }: Signal<T>): T => useSyncExternalStore(subscribe, get)

/** The name of a node, once the worker has sent it. */
function useNodeName(scene: Scene, nodeIndex: number): string {
  const [read, setRead] = useState({ nodeIndex: -1, name: '' })
  useEffect(() => {
    if (nodeIndex === -1) return undefined
    let isCurrent = true
    scene.cards([nodeIndex]).then(
      ([card]) => {
        if (isCurrent && card !== undefined) setRead({ nodeIndex, name: card.node.name || card.node.id })
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

/** The name of the hovered node below it: at this zoom it may not be on the drawing. */
function HoverName({ scene, nodeIndex, box }: { scene: Scene; nodeIndex: number; box: Box }) {
  const [x, y, zoom] = useStore((state) => state.transform)
  const name = useNodeName(scene, zoom < readable ? nodeIndex : -1)
  if (name === '') return null
  const [left, top] = [(box.x + box.width / 2) * zoom + x, (box.y + box.height) * zoom + y]
  return (
    <span className="canvas-hover-name" dir="auto" style={{ transform: `translate(${left}px, ${top}px)` }}>
      <span>{name}</span>
    </span>
  )
}

const Ring = ({ box, ...rest }: { box: Box; className?: string }) => <rect {...box} rx={8} {...rest} />

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
  const [node, edge] = [useSignal(nodeSignal), useSignal(edgeSignal)]
  const shape = useMemo(() => hoverShapeOf(scene, node, edge), [scene, node, edge])
  if (shape === null) return null
  const { own, others, path } = shape
  return (
    <>
      <ViewportPortal>
        <svg className="canvas-hover" aria-hidden="true">
          <path d={path} />
          {others.map((box) => (
            <Ring key={`${box.x} ${box.y}`} box={box} />
          ))}
          {own !== null && <Ring box={own} className="own" />}
        </svg>
      </ViewportPortal>
      {own !== null && <HoverName scene={scene} nodeIndex={node} box={own} />}
    </>
  )
}
