import { ChevronDown, ChevronUp, CircleX, KeyRound, Link as LinkIcon, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { FlowDetail, Node } from '#contract/flow.ts'
import { KindTile } from '#canvas/kind-tile.tsx'
import { kindOf } from '#flow/node-kind.ts'
import { count } from '#lib/count.ts'
import { nodePath } from '#src/paths.ts'
import { IconButton } from '#ui/button.tsx'
import { copyText } from '#ui/copy.ts'
import { Panel } from '#ui/panel.tsx'
import { configLines, type Token } from './config-lines.ts'
import { NodeFacts } from './node-facts.tsx'
import { NodePaths } from './node-paths.tsx'
import type { FlowPath } from './use-flow-path.ts'
import './node-panel.css'

/** Lines of config before the rest is asked for. */
const firstLines = 120

function Config({ title, config }: { title: string; config: Record<string, unknown> }) {
  const [whole, setWhole] = useState(false)
  const { lines, secrets, fields } = configLines(config)
  if (fields === 0) return null
  const shown = whole ? lines : lines.slice(0, firstLines)
  return (
    <section className="section">
      <h3>
        {title} <span className="n">{count(fields, 'field')}</span>
      </h3>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <pre className="config" tabIndex={0} aria-label={title} role="region">
        {shown.map((line, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no name of their own and never move
          <ConfigLine key={index} line={line} />
        ))}
      </pre>
      {shown.length < lines.length && (
        <button type="button" className="link mt-2 cursor-pointer text-xs" onClick={() => setWhole(true)}>
          {count(lines.length - shown.length, 'more line')}
        </button>
      )}
      {secrets > 0 && (
        <p className="mt-2 flex gap-1.5 text-xs text-text-2">
          <KeyRound className="s" />
          <span>
            {secrets === 1 ? '1 secret. Its value stays' : `${secrets} secrets. Their values stay`} in the service and
            never {secrets === 1 ? 'enters' : 'enter'} an export.
          </span>
        </p>
      )}
    </section>
  )
}

const ConfigLine = ({ line }: { line: readonly Token[] }) => (
  <>
    {line.map(({ text, kind }, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- as above
      <span key={index} className={`t-${kind}`}>
        {text}
      </span>
    ))}
    {'\n'}
  </>
)

interface Neighbour {
  key: string
  node: Node | null
  id: string
  /** The word at the branch. */
  label: string
  fault: boolean
}

function neighboursOf(flow: FlowDetail, id: string, side: 'source' | 'target'): Neighbour[] {
  const other = side === 'source' ? 'target' : 'source'
  return flow.edges
    .filter((edge) => edge[side] === id)
    .map((edge) => ({
      key: edge.id,
      node: flow.nodes.find((node) => node.id === edge[other]) ?? null,
      id: edge[other],
      label: edge.label ?? (edge.source_handle === 'out' ? '' : (edge.source_handle ?? '')),
      fault: edge.source_handle === 'error',
    }))
}

function Neighbours({
  title,
  list,
  onJump,
}: {
  title: string
  list: readonly Neighbour[]
  onJump: (id: string) => void
}) {
  return (
    <section className="section">
      <h3>
        {title} <span className="n">{list.length === 0 ? 'nothing' : list.length}</span>
      </h3>
      {list.length > 0 && (
        <ul className="grid gap-0.5">
          {list.map(({ key, node, id, label, fault }) => (
            <li key={key}>
              {node === null ? (
                <span className="flex items-center gap-2 py-1 text-bad">
                  <CircleX className="s" />
                  {id} does not exist
                </span>
              ) : (
                <button type="button" className="jump-to" onClick={() => onJump(id)}>
                  <KindTile kind={kindOf(node.type)} />
                  <span className="cut">{node.name || node.id}</span>
                  {label !== '' && <span className={fault ? 'tag fault' : 'tag'}>{label}</span>}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Problems({ flow, id }: { flow: FlowDetail; id: string }) {
  const findings = flow.validation.filter((finding) => finding.node_id === id)
  if (findings.length === 0) return null
  return (
    <ul className="section grid gap-1.5" aria-label="Problems">
      {findings.map((finding) => (
        <li key={`${finding.code} ${finding.message}`} className="flex gap-2">
          {finding.level === 'error' ? (
            <CircleX className="mt-0.5 text-bad" />
          ) : (
            <TriangleAlert className="mt-0.5 text-warn" />
          )}
          <span>{finding.message}</span>
        </li>
      ))}
    </ul>
  )
}

/** Fields that stand elsewhere in the panel; a file may say more of a node. */
const shownFields = new Set(['id', 'type', 'name', 'position', 'size', 'parent', 'tool', 'config', 'disabled', 'notes'])

const othersOf = (node: Node): Record<string, unknown> =>
  Object.fromEntries(Object.entries(node).filter(([name]) => !shownFields.has(name)))

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
  const at = flow.nodes.indexOf(node)
  const [before, after] = [flow.nodes[at - 1], flow.nodes[at + 1]]
  const isStep = kindOf(node.type) !== 'note' && kindOf(node.type) !== 'group'
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
      <NodeFacts flow={flow} node={node} onJump={onJump} />
      <Config key={node.id} title="Config" config={node.config} />
      {isStep && (
        <>
          <Neighbours title="Comes from" list={neighboursOf(flow, node.id, 'target')} onJump={onJump} />
          <Neighbours title="Goes to" list={neighboursOf(flow, node.id, 'source')} onJump={onJump} />
          <NodePaths flow={flow} id={node.id} path={path} />
        </>
      )}
      {node.notes !== '' && (
        <section className="section">
          <h3>Notes</h3>
          <p className="whitespace-pre-line text-text-2">{node.notes}</p>
        </section>
      )}
      <Config key={`others of ${node.id}`} title="Other fields" config={othersOf(node)} />
    </Panel>
  )
}
