import { ChevronDown, ChevronUp, CircleX, Copy, Link as LinkIcon, TriangleAlert } from 'lucide-react'
import { Fragment, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { FlowDetail, Node } from '#contract/flow.ts'
import { KindTile } from '#canvas/kind-tile.tsx'
import type { Adjacency } from '#flow/adjacency.ts'
import { isStep, kindOf } from '#flow/node-kind.ts'
import { walkOrder } from '#flow/walk-order.ts'
import { formatSize } from '#lib/format-size.ts'
import { nodePath } from '#src/paths.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { copyText } from '#ui/copy.ts'
import { Panel } from '#ui/panel.tsx'
import { tabQuery } from './flow-view.ts'
import { NodeConfig } from './node-config.tsx'
import { NodeFacts } from './node-facts.tsx'
import { NodeNeighbours } from './node-neighbours.tsx'
import { NodePaths } from './node-paths.tsx'
import './node-panel.css'
import { useChangedSinceLastVisit } from './use-flow-changes.ts'
import type { FlowPath } from './use-flow-path.ts'

/** Problems of one node that are shown beside the canvas. */
const firstProblems = 10

function Problems({ flow, id }: { flow: FlowDetail; id: string }) {
  const findings = flow.validation.filter((finding) => finding.node_id === id)
  if (findings.length === 0) return null
  return (
    <ul className="section grid gap-1.5" aria-label="Problems">
      {findings.slice(0, firstProblems).map((finding) => (
        <li key={`${finding.code} ${finding.message}`} className="flex gap-2">
          {finding.level === 'error' ? (
            <CircleX className="mt-0.5 text-bad" />
          ) : (
            <TriangleAlert className="mt-0.5 text-warn" />
          )}
          <span className="min-w-0 wrap-anywhere">{finding.message}</span>
        </li>
      ))}
      {findings.length > firstProblems && (
        <li className="text-text-3">and {(findings.length - firstProblems).toLocaleString()} more under Health</li>
      )}
    </ul>
  )
}

/** Says that the node is not as it was at the last visit. */
function NewHere({ flow, id }: { flow: FlowDetail; id: string }) {
  const changed = useChangedSinceLastVisit(flow)
  const [query] = useSearchParams()
  if (!changed.has(id)) return null
  return (
    <p className="section text-text-2">
      Not as you last saw it.{' '}
      <Link className="link" to={{ search: tabQuery(query, 'history') }}>
        What changed
      </Link>
    </p>
  )
}

/** Fields that stand elsewhere in the panel; a file may say more of a node. */
const shownFields = new Set(['id', 'type', 'name', 'position', 'size', 'parent', 'tool', 'config', 'disabled', 'notes'])

const othersOf = (node: Node): Record<string, unknown> =>
  Object.fromEntries(Object.entries(node).filter(([name]) => !shownFields.has(name)))

/** Longest text of notes that is shown; nobody reads more beside a canvas, and megabytes would hold up the page. */
const maxNotes = 20_000

const Notes = ({ notes }: { notes: string }) => (
  <section className="section">
    <h3>Notes</h3>
    <p className="whitespace-pre-line wrap-anywhere text-text-2">
      {notes.length > maxNotes ? `${notes.slice(0, maxNotes)}…` : notes}
    </p>
    {notes.length > maxNotes && (
      <Button icon={<Copy />} className="mt-2" onClick={() => copyText(notes)}>
        Copy all, {formatSize(notes.length)}
      </Button>
    )}
  </section>
)

/** The nodes beside one in the order in which a flow is read. */
function useBeside(flow: FlowDetail, adjacency: Adjacency, node: Node) {
  const order = useMemo(() => walkOrder(flow.nodes, adjacency), [flow, adjacency])
  const at = order.indexOf(flow.nodes.indexOf(node))
  const nodeAt = (place: number): Node | undefined => flow.nodes[order[place] ?? -1]
  return { before: nodeAt(at - 1), after: nodeAt(at + 1) }
}

/** Everything about one node; in the URL as `?node=`. */
export function NodePanel({
  flow,
  node,
  path,
  onJump,
  onClose,
}: {
  flow: FlowDetail
  node: Node
  path: FlowPath
  onJump: (id: string) => void
  onClose: () => void
}) {
  const { adjacency } = path
  const { before, after } = useBeside(flow, adjacency, node)
  const others = useMemo(() => othersOf(node), [node])
  return (
    <Panel
      title={node.name || node.id}
      icon={<KindTile kind={kindOf(node.type)} />}
      onClose={onClose}
      actions={
        <>
          <IconButton
            label="Copy link"
            icon={<LinkIcon />}
            onClick={() => copyText(`${window.location.origin}${nodePath(flow.id, node.id)}`)}
          />
          <IconButton
            label="Previous node"
            icon={<ChevronUp />}
            reason={before === undefined ? 'This is the first.' : null}
            onClick={() => before !== undefined && onJump(before.id)}
          />
          <IconButton
            label="Next node"
            icon={<ChevronDown />}
            reason={after === undefined ? 'This is the last.' : null}
            onClick={() => after !== undefined && onJump(after.id)}
          />
        </>
      }
    >
      <Problems flow={flow} id={node.id} />
      <NewHere flow={flow} id={node.id} />
      <NodeFacts flow={flow} node={node} onJump={onJump} />
      <NodeConfig key={node.id} title="Config" config={node.config} />
      {isStep(node) && (
        <Fragment key={`edges of ${node.id}`}>
          <NodeNeighbours
            title="Comes from"
            side="target"
            flow={flow}
            adjacency={adjacency}
            id={node.id}
            onJump={onJump}
          />
          <NodeNeighbours
            title="Goes to"
            side="source"
            flow={flow}
            adjacency={adjacency}
            id={node.id}
            onJump={onJump}
          />
          <NodePaths flow={flow} id={node.id} path={path} />
        </Fragment>
      )}
      {node.notes !== '' && <Notes notes={node.notes} />}
      <NodeConfig key={`others of ${node.id}`} title="Other fields" config={others} />
    </Panel>
  )
}
