/** Texts about the rows of an import. Pure. */
import type { ImportResult } from '#contract/flow.ts'
import { convertedFrom, formatTitle } from '#flow/formats/format-titles.ts'
import type { FlowReview } from '#flow/file/review.ts'
import type { Refusal } from '#flow/file/read.ts'
import { count } from '#lib/count.ts'
import type { ImportRow, RowState } from './import-rows.ts'

/** Display name of a file format. */
export const formatWord = (format: string): string =>
  convertedFrom(format) === null ? formatTitle(format) : `${formatTitle(format)}, converted`

/** "Line 3, column 14"; "" if the place is unknown. */
export function refusalPlaceWords({ line, column }: Pick<Refusal, 'line' | 'column'>): string {
  if (line === undefined) return ''
  return column === undefined ? `Line ${line}` : `Line ${line}, column ${column}`
}

const kilo = 1000

/** "34 kB", "9.8 MB". */
export function sizeWord(bytes: number): string {
  const [unit, size] = bytes >= kilo * kilo ? ['MB', bytes / kilo / kilo] : ['kB', bytes / kilo]
  if (bytes < kilo) return `${bytes} B`
  return `${size.toLocaleString(undefined, { maximumFractionDigits: size < 10 ? 1 : 0 })} ${unit}`
}

/** "23 steps": as in the verdict, without disabled ones. */
export const stepCount = ({ verdict }: Pick<FlowReview, 'verdict'>): string => count(verdict.steps, 'step')

/** Missing requirements in one line; "" if there are none. */
export function missingSummary({ missing }: Pick<ImportResult, 'missing'>): string {
  const parts = [
    missing.tools.length > 0 ? count(missing.tools.length, 'tool') : '',
    missing.channels.length > 0 ? count(missing.channels.length, 'channel') : '',
    missing.secrets.length > 0 ? count(missing.secrets.length, 'secret') : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : `Missing: ${parts.join(', ')}`
}

/** The title of a row: the name of its file; if a file has several flows, that of the flow. */
export const rowTitle = ({ file, flow, isOneOfMany }: Pick<ImportRow, 'file' | 'flow' | 'isOneOfMany'>): string =>
  isOneOfMany && flow !== null ? flow.name : file

function readingWords(state: Extract<RowState, { name: 'reading' }>): string {
  const { progress } = state
  if (progress?.step !== 'reading') return 'Reading'
  return `Reading, ${sizeWord(progress.bytes)} of ${sizeWord(progress.of)}`
}

/** What an import has done; `product`: the one behind the connector, which decides about the status of the flow. */
export const doneWords = (product: string | null): string =>
  product === null ? 'Imported as a draft' : `Imported to ${product}`

const stateWords = {
  failed: 'Not imported',
  unsure: 'May have been imported',
  skipped: 'Skipped',
  waiting: 'Queued',
  sending: 'Importing',
  ready: '',
}

/**
 * The status of a row in one line. `warningCount`: of its review, which counts them once, as problems. `product`: the one
 * behind the connector.
 */
export function importRowWords(
  { state, flow, file, isOneOfMany }: Pick<ImportRow, 'state' | 'flow' | 'file' | 'isOneOfMany'>,
  warningCount: number,
  product: string | null = null,
): string {
  if (state.name === 'queued') return 'Queued'
  if (state.name === 'reading') return readingWords(state)
  if (state.name === 'unread') return 'Not read'
  if (state.name === 'refused') {
    if (state.refusal.code.endsWith('too-large')) return 'Too large'
    // The place first: the end of the line may be cut.
    const place = refusalPlaceWords(state.refusal)
    return place === '' ? 'No importable flow' : `${place}: not readable`
  }
  const facts = [
    ...(flow === null ? [] : [formatTitle(flow.format), stepCount(flow.review)]),
    ...(warningCount === 0 || state.name !== 'ready' ? [] : ['see the review']),
    ...(isOneOfMany ? [file] : []),
  ]
  const words = state.name === 'done' ? doneWords(product) : stateWords[state.name]
  return [words, ...facts].filter((part) => part !== '').join(' · ')
}

export interface ImportTally {
  /** Read, but neither skipped nor sent. */
  ready: number
  imported: number
  refused: number
  failed: number
  skipped: number
  /** The response was lost: the flow may have been imported. */
  unsure: number
  /** Queued for sending, or being sent. */
  sending: number
  /** Queued for reading, or being read. */
  reading: number
  total: number
}

const tallyOf: Record<RowState['name'], Exclude<keyof ImportTally, 'total'>> = {
  queued: 'reading',
  reading: 'reading',
  unread: 'failed',
  refused: 'refused',
  ready: 'ready',
  skipped: 'skipped',
  waiting: 'sending',
  sending: 'sending',
  failed: 'failed',
  unsure: 'unsure',
  done: 'imported',
}

export function importTally(rows: readonly Pick<ImportRow, 'state'>[]): ImportTally {
  const sums: ImportTally = {
    ready: 0,
    imported: 0,
    refused: 0,
    failed: 0,
    skipped: 0,
    unsure: 0,
    sending: 0,
    reading: 0,
    total: 0,
  }
  for (const { state } of rows) {
    sums[tallyOf[state.name]] += 1
    sums.total += 1
  }
  return sums
}

/** Results of the rows: "31 imported · 23 refused"; "" without results. */
export function tallyWords({ imported, refused, failed, skipped, unsure }: ImportTally): string {
  const parts = [
    [imported, 'imported'],
    [refused, 'refused'],
    [failed, 'failed'],
    [unsure, 'may have been imported'],
    [skipped, 'skipped'],
  ] as const
  return parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number.toLocaleString()} ${word}`)
    .join(' · ')
}
