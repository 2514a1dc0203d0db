import { useStore } from '@xyflow/react'
import { Maximize, Minus, Plus, SquareDashedMousePointer } from 'lucide-react'
import type { ReactNode } from 'react'
import { gridGap } from '#canvas/geometry/detail.ts'

export interface CanvasMoves {
  zoomIn: () => void
  zoomOut: () => void
  /** Shows the whole flow; if it does already, the start. */
  fit: () => void
}

/** Zoom, fit, area selection, then other view commands; bottom left. */
export function CanvasControls({
  moves,
  isSelecting,
  onSelecting,
  children,
}: {
  moves: CanvasMoves
  /** True if the next drag selects an area; null if nothing can be selected. */
  isSelecting: boolean | null
  onSelecting: (isSelecting: boolean) => void
  children?: ReactNode
}) {
  return (
    <div className="stack" role="toolbar" aria-label="View">
      <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={moves.zoomIn}>
        <Plus className="s" />
      </button>
      <button type="button" aria-label="Zoom out" title="Zoom out (−)" onClick={moves.zoomOut}>
        <Minus className="s" />
      </button>
      <button type="button" aria-label="Fit" title="Fit (0). Again: back to the start" onClick={moves.fit}>
        <Maximize className="s" />
      </button>
      {isSelecting !== null && (
        <button
          type="button"
          aria-label="Select area"
          title={isSelecting ? 'Drag around the steps to select (Esc cancels)' : 'Select area (Shift + drag)'}
          aria-pressed={isSelecting}
          // On a phone, a finger moves the view, and the flow needs the space.
          className="max-sm:hidden!"
          onClick={() => onSelecting(!isSelecting)}
        >
          <SquareDashedMousePointer className="s" />
        </button>
      )}
      {children}
    </div>
  )
}

/** The zoom in percent. */
export function Zoom() {
  const zoom = useStore((state) => Math.round(state.transform[2] * 100))
  return <span className="zoom">{zoom}%</span>
}

/** Dot grid of the background, which moves with the flow. */
export function DotGrid() {
  const [x, y, zoom] = useStore((state) => state.transform)
  const gap = gridGap(zoom)
  return (
    <div
      className="canvas-grid"
      style={{ backgroundSize: `${gap}px ${gap}px`, backgroundPosition: `${x % gap}px ${y % gap}px` }}
    />
  )
}
