import { ChevronDown, ChevronUp, Copy, Link as LinkIcon } from 'lucide-react'
import { Fragment, useMemo } from 'react'
import { Link, useSearchParams } from 'react-router'
import { nodeTitle } from '#canvas/model/note-text.ts'
import type { RunDetail } from '#contract/billing.ts'
import type { FlowDetail, Node } from '#contract/flow.ts'
import { KindTile } from '#canvas/cards/kind-tile.tsx'
import { findingClass } from '#flow/health/findings.ts'
import { isStep } from '#flow/node-kind.ts'
import { formatSize } from '#lib/formatters.ts'
import { ProductLink } from '#parts/display/product-link.tsx'
import { FindingBadge } from '#parts/display/status.tsx'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'
import { Panel } from '#ui/overlays/panel.tsx'
import type { NodeAnswer } from '#flow-data/questions/ask-node.ts'
import type { FlowData } from '#flow-data/flow-data.ts'
import { useFlowQuery } from '#flow-data/use-flow-query.ts'
import type { FlowOrigin } from '#pages/flow/flow-origin.ts'
import { tabQuery } from '#pages/flow/flow-view.ts'
import { NodeConfig } from './node-config.tsx'
import { NodeFacts } from './node-facts.tsx'
import { NodeNeighbours } from './node-neighbours.tsx'
import { NodePaths } from './node-paths.tsx'
import './node-panel.css'
import { LazyValuesEditor } from '#pages/flow/values/lazy-values-editor.tsx'
import { NodeRun } from './node-run.tsx'
import { useChangedSinceLastVisit } from '#pages/flow/history/use-flow-changes.ts'
import type { FlowPath } from '#pages/flow/canvas/use-flow-path.ts'

/** Maximum problems, and neighbours before "Show more": a node may have thousands. */
const limits = { problems: 10, neighbours: 20 }

function Problems({ problems: { first, count } }: Pick<NodeAnswer, 'problems'>) {
  if (count === 0) return null
  return (
    <ul className="section grid gap-1.5" aria-label="Problems">
      {first.map((finding) => (
        <li key={`${finding.code} ${finding.message}`} className="flex gap-2">
          <span className="mt-0.5">
            <FindingBadge status={findingClass(finding)} iconOnly />
          </span>
          <span className="min-w-0 wrap-anywhere">{finding.message}</span>
        </li>
      ))}
      {count > first.length && (
        <li className="text-text-3">and {(count - first.length).toLocaleString()} more under Health</li>
      )}
    </ul>
  )
}

type Version = Pick<FlowDetail, 'id' | 'version'>

/** Says that the node has changed since the last visit; nothing if it has not. */
function ChangedNote({ flow, data, id }: { flow: Version; data: FlowData; id: string }) {
  const changed = useChangedSinceLastVisit(flow, data)
  const place = useFlowQuery(data, 'place', { id })
  const [query] = useSearchParams()
  if (typeof place !== 'number' || !changed.has(place)) return null
  return (
    <p className="section text-text-2">
      Changed since your last visit.{' '}
      <Link className="link" to={{ search: tabQuery(query, 'history') }}>
        What changed
      </Link>
    </p>
  )
}

/** Fields shown elsewhere in the panel; a file may contain others. */
const shownFields = new Set(['id', 'type', 'name', 'position', 'size', 'parent', 'tool', 'config', 'disabled', 'notes'])

const othersOf = (node: Node | undefined): Record<string, unknown> =>
  Object.fromEntries(Object.entries(node ?? {}).filter(([name]) => !shownFields.has(name)))

/** Maximum characters of notes: megabytes would block the page. */
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

/** The config of a node; of a flow in a service, with its values in fields while they are edited. */
function NodeValues({ origin, data, node }: { origin: FlowOrigin; data: FlowData; node: Node }) {
  const { serviceFlow } = origin
  const config = <NodeConfig key={node.id} title="Config" config={node.config} isFile={serviceFlow === null} />
  const owners = useMemo(() => [{ kind: 'node' as const, id: node.id }], [node.id])
  if (serviceFlow === null) return config
  return (
    <LazyValuesEditor
      key={`values of ${node.id}`}
      title="Values"
      flow={serviceFlow}
      data={data}
      owners={owners}
      nodeName={nodeTitle(node)}
    >
      {config}
    </LazyValuesEditor>
  )
}

/** All details of a node; in the URL as `?node=`. Renders nothing if the node does not exist. */
export function NodePanel({
  origin,
  data,
  id,
  run,
  path,
  onJump,
  onClose,
}: {
  origin: FlowOrigin
  data: FlowData
  id: string
  /** The run of the overlay; null = none. */
  run: RunDetail | null
  path: FlowPath
  onJump: (id: string) => void
  onClose: () => void
}) {
  // Shows the previous node until the next one is loaded, so that the panel stays in place.
  const answer = useFlowQuery(data, 'node', { id, most: limits })
  const others = useMemo(() => othersOf(answer?.node), [answer])
  if (answer === undefined || answer === null) return null
  const { node, visual, group, before, after, problems, comesFrom, goesTo } = answer
  return (
    <Panel
      title={nodeTitle(node)}
      icon={<KindTile kind={visual} isLabelled />}
      onClose={onClose}
      actions={
        <>
          <IconButton
            label="Copy link"
            icon={<LinkIcon />}
            onClick={() => copyText(`${window.location.origin}${origin.nodePath(node.id)}`)}
          />
          <IconButton
            label="Previous step"
            icon={<ChevronUp />}
            reason={before === null ? 'This is the first step.' : null}
            onClick={() => before !== null && onJump(before)}
          />
          <IconButton
            label="Next step"
            icon={<ChevronDown />}
            reason={after === null ? 'This is the last step.' : null}
            onClick={() => after !== null && onJump(after)}
          />
        </>
      }
    >
      {origin.serviceFlow !== null && (
        <ProductLink page="node" flow={origin.serviceFlow.id} node={node.id} className="link section" />
      )}
      <Problems problems={problems} />
      {run !== null && isStep(node) && <NodeRun key={`${run.id} ${node.id}`} run={run} node={node.id} />}
      {origin.serviceFlow !== null && <ChangedNote flow={origin.serviceFlow} data={data} id={node.id} />}
      <NodeFacts serviceFlow={origin.serviceFlow} node={node} visual={visual} group={group} onJump={onJump} />
      <NodeValues origin={origin} data={data} node={node} />
      {isStep(node) && (
        <Fragment key={`edges of ${node.id}`}>
          <NodeNeighbours
            title="Comes from"
            data={data}
            id={node.id}
            side="target"
            neighbours={comesFrom}
            onJump={onJump}
          />
          <NodeNeighbours title="Goes to" data={data} id={node.id} side="source" neighbours={goesTo} onJump={onJump} />
          <NodePaths data={data} id={node.id} path={path} />
        </Fragment>
      )}
      {node.notes !== '' && <Notes notes={node.notes} />}
      <NodeConfig
        key={`others of ${node.id}`}
        title="Other fields"
        config={others}
        isFile={origin.serviceFlow === null}
      />
    </Panel>
  )
}
