import { CircleOff, CircleX, KeyRound, StickyNote, TriangleAlert } from 'lucide-react'
import { memo } from 'react'
import type { NodeProps, NodeTypes } from '@xyflow/react'
import type { CanvasNode } from '#canvas/model/canvas-graph.ts'
import { hasSummary, headPort, rowPort, showsParts } from '#canvas/model/card-shape.ts'
import type { CardNode } from './flow-elements.ts'
import { KindTile } from './kind-tile.tsx'
import { stepWord } from '#flow/visual-kind/step-words.ts'
import { nodeTitle, noteText } from '#canvas/model/note-text.ts'
import { RunStripRow } from './run-strip-row.tsx'
import { edgeOf, stripPosition, type RunStrip } from '#canvas/model/run-strip.ts'
import { hasSecretBadge } from '#canvas/model/secret-badge.ts'

/** Badges in a fixed order, most severe first: problem, secret, disabled, note. */
function Badges({ card }: { card: CanvasNode }) {
  const { problem, node } = card
  return (
    <span className="badges" aria-hidden="true">
      {problem?.level === 'error' && (
        <span className="bad" title={problem.message}>
          <CircleX />
        </span>
      )}
      {problem?.level === 'warning' && (
        <span className="warn" title={problem.message}>
          <TriangleAlert />
        </span>
      )}
      {hasSecretBadge(node.config) && (
        <span title="Contains a secret">
          <KeyRound />
        </span>
      )}
      {node.disabled && (
        <span title="Disabled">
          <CircleOff />
        </span>
      )}
      {node.notes.trim() !== '' && (
        <span title="Has a note">
          <StickyNote />
        </span>
      )}
    </span>
  )
}

function Ports({ card, usedOutputs }: { card: CanvasNode; usedOutputs: RunStrip['usedOutputs'] | undefined }) {
  const { shape, kind } = card
  return (
    <>
      {kind !== 'trigger' && <span className="port in" style={{ top: headPort - 1 }} />}
      {shape.rows.length === 0 ? (
        <span className="port out" style={{ top: headPort - 1 }} />
      ) : (
        shape.rows.map((row, index) => (
          <span
            key={row.key}
            className={`port out ${row.fault ? 'fault' : ''} ${usedOutputs?.has(row.handle ?? '') === true ? 'left' : ''}`}
            style={{ top: rowPort(shape, index) - 1 }}
          />
        ))
      )}
    </>
  )
}

function Head({ card, run }: { card: CanvasNode; run: RunStrip | null | undefined }) {
  const { node, visual, shape } = card
  return (
    <header>
      <KindTile kind={visual} size={28} />
      <div className="min-w-0">
        <div className="flex gap-1.5">
          <div className="nm" dir="auto" title={node.name}>
            {nodeTitle(node)}
          </div>
          {run && run.passes !== '' && <span className="passes">{run.passes}</span>}
        </div>
        {run !== undefined && stripPosition(shape) === 'type' ? (
          <RunStripRow card={card} strip={run} />
        ) : (
          <div className="ty">
            <bdi>{stepWord(node.type, visual)}</bdi>
            {node.tool !== null && (
              <>
                {' · '}
                <bdi className="mono">{node.tool}</bdi>
              </>
            )}
          </div>
        )}
      </div>
      <Badges card={card} />
    </header>
  )
}

/** The row below the head: the summary of the config, or the result in the run overlay. */
function SummaryRow({ card, run }: { card: CanvasNode; run: RunStrip | null | undefined }) {
  const { shape } = card
  const { summary } = shape
  if (run !== undefined && stripPosition(shape) === 'summary') return <RunStripRow card={card} strip={run} />
  if (!hasSummary(shape)) return null
  return (
    <div className="sum" dir="auto" title={summary}>
      {summary}
    </div>
  )
}

const Card = memo(function Card({ data: { card, emphasis, run } }: NodeProps<CardNode>) {
  const { node, kind, shape } = card
  const silhouette = kind === 'trigger' || kind === 'subflow' ? kind : ''
  const state = `${node.disabled ? 'off' : ''} ${run === null ? 'unreached' : ''}`
  return (
    <div className={`node ${silhouette} ${state} ${emphasis}`} data-run={run ? edgeOf(run.status) : undefined}>
      <Head card={card} run={run} />
      <SummaryRow card={card} run={run} />
      {shape.rows.map((row) => (
        <div
          key={row.key}
          className={`br ${row.fault ? 'fault' : ''} ${run?.usedOutputs.has(row.handle ?? '') === true ? 'left' : ''}`}
        >
          {row.condition !== '' && (
            <span className="mono" title={row.condition}>
              {row.condition}
            </span>
          )}
          <span dir="auto" title={row.label}>
            {row.label}
          </span>
        </div>
      ))}
      {showsParts(shape, run !== undefined) && (
        <div className="parts">
          {shape.parts.map(({ word, label }) => (
            <span key={word} title={label}>
              {label}
            </span>
          ))}
        </div>
      )}
      <Ports card={card} usedOutputs={run?.usedOutputs} />
    </div>
  )
})

/** The text of a note, for assistive technology: notes and frames are painted at every zoom. */
const NoteText = memo(function NoteText({ data: { card } }: NodeProps<CardNode>) {
  return <p className="sr-only">{noteText(card.node)}</p>
})

/** React Flow's node types. */
export const nodeTypes: NodeTypes = { card: Card, note: NoteText, frame: () => null }
