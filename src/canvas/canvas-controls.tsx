import { useStore } from '@xyflow/react'
import { LayoutGrid, Maximize, Minus, Plus } from 'lucide-react'
import type { Placement } from './placement.ts'
import { gridGap } from './grid.ts'

export interface CanvasMoves {
  zoomIn: () => void
  zoomOut: () => void
  fit: () => void
}

/** Zoom, fit, and the switch between the positions of the flow and our own; bottom left. */
export function CanvasControls({
  moves,
  placement,
  onPlacement,
}: {
  moves: CanvasMoves
  placement: Placement
  /** Null where the flow gives no positions to go back to. */
  onPlacement: ((placement: Placement) => void) | null
}) {
  return (
    <div className="stack" role="toolbar" aria-label="View">
      <button type="button" aria-label="Zoom in" title="Zoom in (+)" onClick={moves.zoomIn}>
        <Plus className="s" />
      </button>
      <button type="button" aria-label="Zoom out" title="Zoom out (−)" onClick={moves.zoomOut}>
        <Minus className="s" />
      </button>
      <button type="button" aria-label="Fit" title="Fit (0)" onClick={moves.fit}>
        <Maximize className="s" />
      </button>
      {onPlacement !== null && (
        <button
          type="button"
          aria-label="Lay out anew"
          title={placement === 'given' ? 'Lay out anew' : 'Back to the positions of the flow'}
          aria-pressed={placement === 'laid out'}
          onClick={() => onPlacement(placement === 'given' ? 'laid out' : 'given')}
        >
          <LayoutGrid className="s" />
        </button>
      )}
    </div>
  )
}

/** The zoom in words. */
export function Zoom() {
  const zoom = useStore((state) => Math.round(state.transform[2] * 100))
  return <span className="zoom">{zoom} %</span>
}

/** The dots of the ground move with the flow. */
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
