import type { CanvasNode } from '#canvas/model/canvas-graph.ts'
import { runStatusStyleOf } from './run-status-style.ts'
import { stripPosition, unreachedText, type RunStrip } from '#canvas/model/run-strip.ts'

/** Status, duration and cost of a node in the run overlay; null = not reached. */
export function RunStripRow({ card, strip }: { card: CanvasNode; strip: RunStrip | null }) {
  const position = stripPosition(card.shape)
  if (strip === null) return <div className={`run ${position}`}>{unreachedText(card.node.disabled)}</div>
  const { icon: Icon, word, tone } = runStatusStyleOf(strip.status)
  return (
    <div className={`run ${position}`} title={strip.description}>
      <span className={`status ${tone}`}>
        <Icon />
        <span className="cut">{word}</span>
      </span>
      {strip.time !== '' && <span className="time">{strip.time}</span>}
      {position === 'summary' && strip.cost !== null && (
        <span className={strip.cost.isZero ? 'cost zero' : 'cost'}>
          {strip.cost.head}
          <span>{strip.cost.rest}</span>
          {strip.cost.tail}
        </span>
      )}
    </div>
  )
}
