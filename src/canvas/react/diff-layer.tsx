import { ViewportPortal } from '@xyflow/react'
import { Equal, Minus, Move, Pencil, Plus } from 'lucide-react'
import './diff-layer.css'
import type { ChangeMark, ChangeMarks } from '#canvas/model/diff-marks.ts'
import type { CardNode } from '#canvas/cards/flow-elements.ts'

const icons = { added: Plus, removed: Minus, changed: Pencil, moved: Move, same: Equal }

/** The sign of a change, or of no change, so that colour is never the only mark. */
export function ChangeSign({ change }: { change: ChangeMark | 'same' }) {
  const Icon = icons[change]
  return (
    <span className={`change-sign ${change}`} aria-hidden="true">
      <Icon />
    </span>
  )
}

/** Signs of changes on the mounted cards; the rest of a difference is painted. */
export function DiffLayer({ nodes, changes }: { nodes: readonly CardNode[]; changes: ChangeMarks }) {
  return (
    <ViewportPortal>
      {nodes.map(({ id, data: { card } }) => {
        const change = changes.nodes.get(card.index)
        if (change === undefined) return null
        const { x, y } = card.box
        return (
          <div key={id} className="change-at" style={{ transform: `translate(${x}px, ${y}px)` }}>
            <ChangeSign change={change} />
          </div>
        )
      })}
    </ViewportPortal>
  )
}
