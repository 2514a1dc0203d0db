import {
  ChevronDown,
  ChevronRight,
  CircleOff,
  CircleX,
  CornerDownRight,
  CornerLeftUp,
  TriangleAlert,
  Unlink,
} from 'lucide-react'
import { KindTile } from '#canvas/cards/kind-tile.tsx'
import type { OutlineShape } from '#flow/outline/outline.ts'
import { hasInside, type OutlineRowData } from '#flow-data/outline/outline-rows.ts'
import { kindOfRow, leadsNowhere } from '#flow-data/outline/outline-words.ts'

/** Indentation of a level, in pixels. */
const stepWidth = 12
/** Maximum indentation in levels. Deeper rows show their depth as a number, to leave space for the name. */
const maxSteps = 8

/** One vertical line for each level. */
function Guides({ steps }: { steps: number }) {
  if (steps <= 0) return null
  return (
    <>
      <span className="outline-guides" style={{ width: Math.min(steps, maxSteps) * stepWidth }} />
      {steps > maxSteps && <span className="text-2xs text-text-3">{steps.toLocaleString()}</span>}
    </>
  )
}

function Badges({ node: { disabled, problem } }: { node: NonNullable<OutlineRowData['node']> }) {
  return (
    <>
      {problem?.level === 'error' && <CircleX className="s text-bad" />}
      {problem?.level === 'warning' && <TriangleAlert className="s text-warn" />}
      {disabled && <CircleOff className="s text-text-3" />}
    </>
  )
}

const referIcons = { back: CornerLeftUp, onward: CornerDownRight, missing: Unlink }

function Content({ outline, row, facts: { text: words, node } }: ContentProps) {
  const kind = kindOfRow(outline, row)
  if (kind === 'node' && node !== null)
    return (
      <>
        <KindTile kind={node.visual} />
        <span className={node.disabled ? 'cut line-through' : 'cut'} dir="auto">
          {words}
        </span>
        <Badges node={node} />
      </>
    )
  if (kind === 'branch')
    return (
      <>
        <span className="outline-stop" />
        <span className="cut" dir="auto">
          {words}
        </span>
        {leadsNowhere(outline, row) && <span className="flex-none text-text-3">→ no target</span>}
      </>
    )
  if (kind === 'heading' || kind === 'node')
    return (
      <span className="cut">
        {words} · {(outline.setSize[row + 1] ?? 0).toLocaleString()}
      </span>
    )
  const Icon = referIcons[kind]
  return (
    <>
      <Icon className="s" />
      <span className="cut" dir="auto">
        {words}
      </span>
    </>
  )
}

interface ContentProps {
  outline: OutlineShape
  row: number
  facts: OutlineRowData
}

/** Indentation of a row in levels; a heading does not count as a level. */
function stepsOf(outline: OutlineShape, row: number, firstHeading: number): number {
  const depth = outline.depth[row] ?? 0
  return firstHeading !== -1 && row > firstHeading ? depth - 1 : depth
}

/** Visible content of a row; the accessible label is on the element around it. */
export function OutlineRow({
  firstHeading,
  isClosed,
  facts,
  ...content
}: Omit<ContentProps, 'facts'> & {
  /** Undefined while they are loading. */
  facts: OutlineRowData | undefined
  /** The first row that is a heading; -1 = none. */
  firstHeading: number
  isClosed: boolean
}) {
  const { outline, row } = content
  const Chevron = isClosed ? ChevronRight : ChevronDown
  return (
    <>
      <Guides steps={stepsOf(outline, row, firstHeading)} />
      {facts !== undefined && <Content {...content} facts={facts} />}
      {hasInside(outline, row) && (
        <span className={isClosed ? 'outline-toggle closed' : 'outline-toggle'} data-toggle="">
          <Chevron className="s" />
        </span>
      )}
    </>
  )
}
