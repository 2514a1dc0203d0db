/**
 * Run overlay on a card. Cards keep their size and their positions:
 *
 * - The run strip replaces the summary row, 26 px with its hairline: icon and word of the status in its colour, duration
 *   in `text-3` (without enough space the word is truncated), at the right end the cost in `text`, with digits beyond
 *   the cent, or all of a zero, in `text-3`; 11 px, as in the bitmap.
 * - A card with branch rows but no summary row has it in the type line of its head, without the cost, where the icon is
 *   12 px.
 * - Several passes are shown as "×3" at the right end of the name row.
 * - Branches on which the run continued have their label and port in petrol; the others of a card that ran in `text-3`.
 * - 2 px at the bottom edge and a frame of 1 px in the colour of `edgeOf`; at lower zoom the edge is thicker
 *   (canvas-run.css).
 * - A card that was not reached has the background `sunken` with a frame of `line`, its text in `text-3`, and its tile at
 *   half opacity.
 */
import type { RunStatus } from '#contract/values/run-status.ts'
import type { NodeRun, RunOverlay } from '#flow/graph/run-overlay.ts'
import { count } from '#lib/count.ts'
import { formatMoney, moneyParts, type MoneyParts } from '#lib/money/format-money.ts'
import { formatDuration } from '#lib/time/format-time.ts'
import type { CardShape } from './card-shape.ts'
import { runStatusWordsOf } from './run-status-words.ts'

/** A run overlay with the currency of its costs. */
export interface CanvasRunOverlay {
  overlay: RunOverlay
  /** ISO 4217. */
  currency: string
}

export interface RunStrip {
  status: RunStatus
  /** "3.1 s"; "reused" if it is the result of the previous run; "" if no step has a duration. */
  time: string
  cost: MoneyParts | null
  /** "×3"; "" for a single pass. */
  passes: string
  /** Outputs on which the run continued. */
  usedOutputs: ReadonlySet<string>
  /** The whole strip as one sentence, for tooltips and screen readers. */
  description: string
}

/** Position of the strip on a card. */
export const stripPosition = ({ summary, rows }: CardShape): 'summary' | 'type' =>
  summary === '' && rows.length > 0 ? 'type' : 'summary'

/** The colour of the bottom edge: a token of tokens.css. */
export const edgeOf = (status: string): 'ok-line' | 'accent' | 'bad-solid' | 'warn' | 'control' => {
  const { tone } = runStatusWordsOf(status)
  if (tone === 'ok') return 'ok-line'
  if (tone === 'live') return 'accent'
  return tone === 'bad' ? 'bad-solid' : tone === 'warn' ? 'warn' : 'control'
}

/** Status of a node that the run did not reach. */
export const notReached = 'not reached'

/** The same on its card; a run skips a disabled node. */
export const unreachedText = (disabled: boolean): string => (disabled ? 'disabled' : notReached)

export function runStrip(run: NodeRun, currency: string): RunStrip {
  // The step ran in the previous run, so its duration does not count in this run.
  const time = run.isReused ? 'reused' : run.durationMs === null ? '' : formatDuration(run.durationMs)
  const description = [
    runStatusWordsOf(run.status).word,
    time,
    run.cost === null ? '' : formatMoney(run.cost, currency),
    run.passes > 1 ? count(run.passes, 'pass', 'passes') : '',
    run.attempts > 1 ? count(run.attempts, 'attempt') : '',
    run.error ?? '',
  ]
  return {
    status: run.status,
    time,
    cost: run.cost === null ? null : moneyParts(run.cost, currency),
    passes: run.passes > 1 ? `×${run.passes.toLocaleString()}` : '',
    usedOutputs: new Set(run.usedOutputs),
    description: description.filter((word) => word !== '').join(', '),
  }
}
