/**
 * What a card says of the run that is laid over the flow. Cards keep their size and their places:
 *
 * - The strip stands in the place of the summary row, 26 px with its hairline: icon and word of the status in its colour,
 *   time in `text-3` (where there is too little room the word is cut), at the right end the cost in `text`, its digits beyond the cent, or all of a zero, in `text-3`; 11 px, as the picture shows.
 * - A card that has branch rows but no summary row says the same in the type line of its head, without the cost: a branch
 *   costs nothing that its own card would not say. There the icon is 12 px.
 * - More than one pass stands as "×3" at the right end of the name row.
 * - Branches by which the run went on have their label and port in petrol; the others of a card that ran are `text-3`.
 * - 2 px at the bottom edge and a frame of 1 px in the colour of `edgeOf`; further out the edge grows (canvas-run.css).
 * - A card that was not reached lies on `sunken` with a frame of `line`, all its words in `text-3`, its tile at half strength.
 */
import type { RunStatus } from '#contract/values/run-status.ts'
import type { NodeRun, RunOverlay } from '#flow/graph/run-overlay.ts'
import { count } from '#lib/count.ts'
import { formatMoney, moneyParts, type MoneyParts } from '#lib/money/format-money.ts'
import { formatDuration } from '#lib/time/format-time.ts'
import type { CardShape } from './card-rows.ts'
import { runStatusWordsOf } from './run-status-words.ts'

/** A run as it is laid over a flow. */
export interface CanvasRunOverlay {
  overlay: RunOverlay
  /** Of its costs; ISO 4217. */
  currency: string
}

export interface RunStrip {
  status: RunStatus
  /** "3.1 s"; "taken over" from the run before; "" where no step has a time. */
  time: string
  cost: MoneyParts | null
  /** "×3"; "" for one pass. */
  passes: string
  /** Outputs by which the run went on. */
  left: ReadonlySet<string>
  /** All of it as one sentence, for tooltips and for those who hear it. */
  words: string
}

/** Where the strip stands on a card. */
export const stripPlace = ({ summary, rows }: CardShape): 'summary' | 'type' =>
  summary === '' && rows.length > 0 ? 'type' : 'summary'

/** The colour of the bottom edge: as a token of tokens.css. */
export const edgeOf = (status: string): 'ok-line' | 'accent' | 'bad-solid' | 'warn' | 'control' => {
  const { tone } = runStatusWordsOf(status)
  if (tone === 'ok') return 'ok-line'
  if (tone === 'live') return 'accent'
  return tone === 'bad' ? 'bad-solid' : tone === 'warn' ? 'warn' : 'control'
}

/** "not reached" is all that can be said of a node to which the run did not come. */
export const notReached = 'not reached'

/** The same on its card: a node that is switched off is passed by. */
export const unreachedWords = (disabled: boolean): string => (disabled ? 'switched off' : notReached)

export function runStrip(run: NodeRun, currency: string): RunStrip {
  // What it took then is no part of this run.
  const time = run.isReused ? 'reused' : run.durationMs === null ? '' : formatDuration(run.durationMs)
  const words = [
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
    left: new Set(run.left),
    words: words.filter((word) => word !== '').join(', '),
  }
}
