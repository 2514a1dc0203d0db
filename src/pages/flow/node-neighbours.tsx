import { CircleX } from 'lucide-react'
import { useState } from 'react'
import type { FlowDetail, Node } from '#contract/flow.ts'
import { KindTile } from '#canvas/kind-tile.tsx'
import type { Adjacency } from '#flow/adjacency.ts'
import { branchWord } from '#flow/branch-word.ts'
import { isFault } from '#flow/branches.ts'
import { kindOf } from '#flow/node-kind.ts'

/** Neighbours before the rest is asked for: a node may have thousands. */
const firstNeighbours = 20

interface Neighbour {
  key: string
  node: Node | null
  id: string
  /** The word at the branch. */
  label: string
  /** What has to hold for this edge. */
  condition: string
  fault: boolean
}

/** What stands at the other ends of a node's edges, also where nothing stands there. */
function neighboursOf(flow: FlowDetail, { indexOf }: Adjacency, id: string, side: 'source' | 'target'): Neighbour[] {
  const other = side === 'source' ? 'target' : 'source'
  const nodeOf = (one: string): Node | undefined => flow.nodes[indexOf.get(one) ?? -1]
  return flow.edges
    .filter((edge) => edge[side] === id)
    .map((edge, index) => ({
      // A file may give two edges one id.
      key: `${edge.id} ${index}`,
      node: nodeOf(edge[other]) ?? null,
      id: edge[other],
      label: branchWord(edge, nodeOf(edge.source)),
      condition: edge.condition ?? '',
      fault: isFault(edge.source_handle),
    }))
}

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
    <button type="button" className="jump-to" onClick={() => onJump(id)}>
      <KindTile kind={kindOf(node.type)} />
      <span className="cut" dir="auto">
        {node.name || node.id}
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

/** What leads to a node ("target") or follows it ("source"). */
export function NodeNeighbours({
  title,
  flow,
  adjacency,
  id,
  side,
  onJump,
}: {
  title: string
  flow: FlowDetail
  adjacency: Adjacency
  id: string
  side: 'source' | 'target'
  onJump: (id: string) => void
}) {
  const [whole, setWhole] = useState(false)
  const list = neighboursOf(flow, adjacency, id, side)
  const shown = whole ? list : list.slice(0, firstNeighbours)
  return (
    <section className="section">
      <h3>
        {title} <span className="n">{list.length === 0 ? 'nothing' : list.length.toLocaleString()}</span>
      </h3>
      {list.length > 0 && (
        <ul className="grid gap-0.5">
          {shown.map((neighbour) => (
            <li key={neighbour.key} className="min-w-0">
              <Line neighbour={neighbour} onJump={onJump} />
            </li>
          ))}
        </ul>
      )}
      {shown.length < list.length && (
        <button type="button" className="link mt-2 cursor-pointer text-xs" onClick={() => setWhole(true)}>
          Show {(list.length - shown.length).toLocaleString()} more
        </button>
      )}
    </section>
  )
}
