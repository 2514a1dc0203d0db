import { CircleX } from 'lucide-react'
import { useState } from 'react'
import { KindTile } from '#canvas/cards/kind-tile.tsx'
import type { Neighbour, Neighbours } from '#flow-data/questions/ask-neighbours.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'

/** Neighbours that are added per click: a node may have thousands. */
const moreNeighbours = 200

function Line({ neighbour, onJump }: { neighbour: Neighbour; onJump: (id: string) => void }) {
  const { node, id, label, condition, fault } = neighbour
  if (node === null)
    return (
      <span className="flex items-center gap-2 py-1 text-bad">
        <CircleX className="s flex-none" />
        <span className="min-w-0 wrap-anywhere">{id} does not exist</span>
      </span>
    )
  return (
    <button type="button" className="jump-to" title={node.visual.label} onClick={() => onJump(id)}>
      <KindTile kind={node.visual} />
      <span className="cut" dir="auto">
        {node.name}
      </span>
      {label !== '' && (
        <span className={`tag cut max-w-[60%] min-w-0 ${fault ? 'fault' : ''}`} dir="auto" title={label}>
          {label}
        </span>
      )}
      {condition !== '' && <span className="mono cut text-2xs text-text-3">{condition}</span>}
    </button>
  )
}

/** Predecessors ("target") or successors ("source") of a node. */
export function NodeNeighbours({
  title,
  data,
  id,
  side,
  neighbours,
  onJump,
}: {
  title: string
  data: FlowData
  id: string
  side: 'source' | 'target'
  /** The neighbours that are initially shown. */
  neighbours: Neighbours
  onJump: (id: string) => void
}) {
  const [most, setMost] = useState(neighbours.first.length)
  const isMore = most > neighbours.first.length
  const { first, count } = useFlowQuery(data, 'neighbours', isMore ? { id, side, most } : null) ?? neighbours
  const rest = count - first.length
  return (
    <section className="section">
      <h3>
        {title} <span className="n">{count === 0 ? 'nothing' : count.toLocaleString()}</span>
      </h3>
      {count > 0 && (
        <ul className="grid gap-0.5">
          {first.map((neighbour) => (
            <li key={neighbour.key} className="min-w-0">
              <Line neighbour={neighbour} onJump={onJump} />
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <button
          type="button"
          className="link mt-2 cursor-pointer text-xs"
          onClick={() => setMost(first.length + moreNeighbours)}
        >
          Show {Math.min(rest, moreNeighbours).toLocaleString()} more
          {rest > moreNeighbours && ` of ${rest.toLocaleString()}`}
        </button>
      )}
    </section>
  )
}
