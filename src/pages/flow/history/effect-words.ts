/** What making a version live does, said before it is done. Pure. */
import type { FlowStatus } from '#contract/flow.ts'
import type { FlowVersion, VersionState } from '#contract/flows/flow-version.ts'
import type { StartChange } from '#flow/diff/start-changes.ts'
import { count, formatCount } from '#lib/count.ts'
import { startSentences } from '#parts/compare/start-words.ts'

export interface VersionEffect {
  number: number
  state: VersionState
  /** Number of the version that is live now. */
  live: number
  /** Open runs of the live version; null if unknown. */
  open: FlowVersion['open'] | null
  /** Latest end of the waits of these runs as text; null if none has one. */
  waitsUntil: string | null
  /** Number of the newest version. */
  newest: number
  status: FlowStatus
  /** Compared with the live version; null if unknown. */
  starts: readonly StartChange[] | null
}

/** Maximum triggers that are named. */
const maxStarts = 3

/** The number that the version has once it is live. */
const numberOnceLive = ({ number, state, newest }: Pick<VersionEffect, 'number' | 'state' | 'newest'>): number =>
  state === 'draft' || state === 'live' ? number : newest + 1

const inactiveWords: Partial<Record<FlowStatus, string>> = {
  draft: 'The flow is not active yet, so no run starts before you activate it.',
  paused: 'The flow is paused, so no run starts before you activate it.',
  archived: 'The flow is archived, so no run starts before you restore it.',
}

function runSentence({ live, open, waitsUntil, status, ...of }: VersionEffect): string {
  const next = formatCount(numberOnceLive(of))
  const waits = waitsUntil === null ? '' : ` (waiting until ${waitsUntil} at the latest)`
  const first =
    open === null || open.count === 0
      ? ''
      : `${count(open.count, 'run')} in progress ${open.count === 1 ? 'finishes' : 'finish'} on version ${formatCount(live)}${waits}`
  const second = inactiveWords[status] ?? `${first === '' ? 'The' : 'the'} next run uses version ${next}.`
  if (first === '') return second
  return status === 'active' ? `${first}; ${second}` : `${first}. ${second}`
}

/** For the live version: what uses it. */
function liveSentences({ number, open, status }: VersionEffect): string[] {
  const runs = open === null || open.count === 0 ? [] : [`${count(open.count, 'run')} in progress.`]
  return [inactiveWords[status] ?? `New runs use version ${formatCount(number)}.`, ...runs]
}

/** "Making version 6 live creates version 10. 3 runs in progress finish on version 8; the next run uses version 10." */
export function effectSentences(effect: VersionEffect): string[] {
  const { number, state, status, starts } = effect
  if (state === 'live') return liveSentences(effect)
  const first =
    state === 'draft'
      ? `Version ${formatCount(number)} becomes live.`
      : `Making version ${formatCount(number)} live creates version ${formatCount(numberOnceLive(effect))}.`
  return [
    first,
    runSentence(effect),
    ...(starts === null || status !== 'active' ? [] : startSentences(starts, maxStarts)),
    'Channels, secrets and costs stay.',
  ]
}
