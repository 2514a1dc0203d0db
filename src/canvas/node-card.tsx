import { CircleOff, CircleX, KeyRound, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import type { NodeProps, NodeTypes } from '@xyflow/react'
import type { CanvasNode } from './canvas-graph.ts'
import { headPort, rowPort } from './card-rows.ts'
import type { CardNode } from './flow-elements.ts'
import { KindTile } from './kind-tile.tsx'
import { kindWord } from './kind-word.ts'
import { noteText } from './note-text.ts'
import { holdsSecret } from './secret-badge.ts'

/** Problem, secret, disabled: always in this order. */
function Badges({ card }: { card: CanvasNode }) {
  const { problem, node } = card
  return (
    <span className="badges" aria-hidden="true">
      {problem?.level === 'error' && (
        <span className="bad" title={problem.words}>
          <CircleX />
        </span>
      )}
      {problem?.level === 'warning' && (
        <span className="warn" title={problem.words}>
          <TriangleAlert />
        </span>
      )}
      {holdsSecret(node.config) && (
        <span title="Holds a secret">
          <KeyRound />
        </span>
      )}
      {node.disabled && (
        <span title="Disabled">
          <CircleOff />
        </span>
      )}
    </span>
  )
}

/** React Flow finds the ends of edges by these classes and attributes. */
const inPort = { 'data-handlepos': 'left' }
const outPort = (handle: string | null) => ({
  'data-handlepos': 'right',
  ...(handle === null ? {} : { 'data-handleid': handle }),
})

function Ports({ card }: { card: CanvasNode }) {
  const { shape, kind } = card
  return (
    <>
      <span
        className={`port in target ${kind === 'trigger' ? 'unseen' : ''}`}
        style={{ top: headPort - 1 }}
        {...inPort}
      />
      {shape.rows.length === 0 ? (
        <span className="port out source" style={{ top: headPort - 1 }} {...outPort(null)} />
      ) : (
        shape.rows.map((row, index) => (
          <span
            key={row.key}
            className={`port out source ${row.fault ? 'fault' : ''}`}
            style={{ top: rowPort(shape, index) - 1 }}
            {...outPort(row.key)}
          />
        ))
      )}
    </>
  )
}

/** Groups and notes have no ports; a file may join them all the same. */
const UnseenPorts = () => (
  <>
    <span className="port in target unseen" style={{ top: headPort }} {...inPort} />
    <span className="port out source unseen" style={{ top: headPort }} {...outPort(null)} />
  </>
)

const Card = memo(function Card({ data: { card, look } }: NodeProps<CardNode>) {
  const { node, kind, shape } = card
  const silhouette = kind === 'trigger' || kind === 'subflow' ? kind : ''
  return (
    <div className={`node ${silhouette} ${node.disabled ? 'off' : ''} ${look}`}>
      <header>
        <KindTile kind={kind} size={28} />
        <div className="min-w-0">
          <div className="nm" title={node.name}>
            {node.name || node.id}
          </div>
          <div className="ty">
            {kindWord(kind, node.type)}
            {node.tool !== null && (
              <>
                {' · '}
                <span className="mono">{node.tool}</span>
              </>
            )}
          </div>
        </div>
        <Badges card={card} />
      </header>
      {(shape.summary !== '' || shape.rows.length === 0) && (
        <div className="sum" title={shape.summary}>
          {shape.summary}
        </div>
      )}
      {shape.rows.map((row) => (
        <div key={row.key} className={row.fault ? 'br fault' : 'br'}>
          {row.condition !== '' && (
            <span className="mono" title={row.condition}>
              {row.condition}
            </span>
          )}
          <span>{row.label}</span>
        </div>
      ))}
      <Ports card={card} />
    </div>
  )
})

const GroupFrame = memo(function GroupFrame({ data: { card, look } }: NodeProps<CardNode>) {
  return (
    <div className={`group-frame ${look}`}>
      <span className="gl">
        {card.node.name || 'Group'} · {card.members}
      </span>
      <UnseenPorts />
    </div>
  )
})

const NotePaper = memo(function NotePaper({ data: { card, look } }: NodeProps<CardNode>) {
  return (
    <>
      <div className={`canvas-note ${look}`}>{noteText(card)}</div>
      <UnseenPorts />
    </>
  )
})

/** What React Flow draws for each type of element. */
export const nodeTypes: NodeTypes = { card: Card, group: GroupFrame, note: NotePaper }
