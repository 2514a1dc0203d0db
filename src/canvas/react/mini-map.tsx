import { useStore } from '@xyflow/react'
import { useSyncExternalStore, type KeyboardEvent, type PointerEvent, type RefObject } from 'react'
import type { Signal } from '#lib/signal.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'
import { boxAt, nodeCountOf, type Scene } from '#canvas/scene/scene.ts'

/** Size of the map, in screen pixels. */
const mapSize = { width: 180, height: 112 }
/** Margin around the flow, as a fraction of the map. */
const margin = 0.06

/** The area of the canvas that the map shows, and its zoom. */
export function mapViewOf(bounds: Box): { area: Box; zoom: number } {
  const { width, height } = mapSize
  const scale = Math.max(bounds.width / (width * (1 - 2 * margin)), bounds.height / (height * (1 - 2 * margin)), 1)
  const [w, h] = [width * scale, height * scale]
  const area = { x: bounds.x + bounds.width / 2 - w / 2, y: bounds.y + bounds.height / 2 - h / 2, width: w, height: h }
  return { area, zoom: 1 / scale }
}

/** Fraction of the viewport by which an arrow key moves it. */
const keyStep = 0.25

const moveOfKey: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/**
 * Minimap: the whole flow with the frame of the viewport. The painter draws on `map`; `onMove` gets the new centre of
 * the viewport in canvas pixels.
 */
export function MiniMap({
  scene,
  hovered,
  map,
  onMove,
}: {
  scene: Scene
  /** The index of the hovered node, which is marked; -1 = none. */
  hovered: Signal<number>
  map: RefObject<HTMLCanvasElement | null>
  onMove: (x: number, y: number) => void
}) {
  const [x, y, zoom] = useStore((state) => state.transform)
  const windowWidth = useStore((state) => state.width)
  const windowHeight = useStore((state) => state.height)
  const { area } = mapViewOf(scene.bounds)
  const marked = useSyncExternalStore(hovered.subscribe, hovered.get)
  const frame = { x: -x / zoom, y: -y / zoom, width: windowWidth / zoom, height: windowHeight / zoom }
  const point = (event: PointerEvent<HTMLButtonElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    onMove(
      area.x + ((event.clientX - box.left) / box.width) * area.width,
      area.y + ((event.clientY - box.top) / box.height) * area.height,
    )
  }
  const step = (event: KeyboardEvent) => {
    const move = moveOfKey[event.key]
    if (move === undefined) return
    event.preventDefault()
    onMove(frame.x + frame.width * (0.5 + move.x * keyStep), frame.y + frame.height * (0.5 + move.y * keyStep))
  }
  return (
    <button
      type="button"
      className="canvas-map"
      aria-label="Minimap. Arrow keys move the view"
      onKeyDown={step}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        point(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event)
      }}
    >
      <canvas ref={map} aria-hidden="true" />
      <svg {...mapSize} viewBox={`${area.x} ${area.y} ${area.width} ${area.height}`} aria-hidden="true">
        <rect className="seen" {...frame} />
        {marked >= 0 && marked < nodeCountOf(scene) && <rect className="hovered" {...boxAt(scene, marked)} />}
      </svg>
    </button>
  )
}
