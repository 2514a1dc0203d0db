import { ViewportPortal } from '@xyflow/react'
import { Fragment } from 'react'
import { Minus, Move, Pencil, Plus } from 'lucide-react'
import type { CanvasGraph } from './canvas-graph.ts'
import './diff-layer.css'
import type { Change, Changes } from './diff-look.ts'

const icons = { added: Plus, removed: Minus, changed: Pencil, moved: Move }

/** The sign of a change: never a colour alone. */
export function ChangeSign({ change }: { change: Change }) {
  const Icon = icons[change]
  return (
    <span className={`change-sign ${change}`} aria-hidden="true">
      <Icon />
    </span>
  )
}

/** Over the cards: the sign of each change, and where a node stood that was moved. `moves` in canvas pixels. */
export function DiffLayer({
  graph,
  changes,
  moves,
}: {
  graph: CanvasGraph
  changes: Changes
  moves: ReadonlyMap<string, { x: number; y: number }>
}) {
  return (
    <ViewportPortal>
      {graph.nodes.map(({ key, node, box }) => {
        const change = changes.nodes.get(node.id)
        if (change === undefined) return null
        const move = change === 'moved' ? moves.get(node.id) : undefined
        const { x, y, width, height } = box
        return (
          <Fragment key={key}>
            {move !== undefined && (
              <div
                className="change-was"
                style={{ width, height, transform: `translate(${x - move.x}px, ${y - move.y}px)` }}
              />
            )}
            <div className="change-at" style={{ transform: `translate(${x}px, ${y}px)` }}>
              <ChangeSign change={change} />
            </div>
          </Fragment>
        )
      })}
    </ViewportPortal>
  )
}
