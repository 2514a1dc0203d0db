/** Texts about the rows of an import. Pure. */
import type { ImportResult } from '#contract/flow.ts'
import { formatName } from '#files/format-name.ts'
import type { Refusal } from '#flow/file/read.ts'
import { count } from '#lib/count.ts'
import type { ImportRow, RowState } from './import-rows.ts'

/** Formats that are read unchanged; all others are converted. */
const own = new Set(['flow-template', 'generic'])

/** The product of the format, if its flows are converted; else null. */
export const convertedFrom = (format: string): string | null => (own.has(format) ? null : formatName(format))

/** Display name of a file format. */
export const formatWord = (format: string): string =>
  own.has(format) ? formatName(format) : `${formatName(format)}, converted`

/** "Line 3, column 14"; "" if the reason has no place. */
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

/** Missing requirements in one line; "" if there are none. */
export function missingSummary({ missing }: Pick<ImportResult, 'missing'>): string {
  const parts = [
    missing.tools.length > 0 ? count(missing.tools.length, 'tool') : '',
    missing.channels.length > 0 ? count(missing.channels.length, 'channel') : '',
    missing.secrets.length > 0 ? count(missing.secrets.length, 'secret') : '',
  ].filter((part) => part !== '')
  return parts.length === 0 ? '' : `Missing here: ${parts.join(', ')}`
}

/** The title of a row: the name of its file; if a file has several flows, that of the flow. */
export const rowTitle = ({ file, flow, isOneOfMany }: Pick<ImportRow, 'file' | 'flow' | 'isOneOfMany'>): string =>
  isOneOfMany && flow !== null ? flow.name : file

function readingWords(state: Extract<RowState, { name: 'reading' }>): string {
  const { progress } = state
  if (progress?.step !== 'reading') return 'reading'
  return `reading, ${sizeWord(progress.bytes)} of ${sizeWord(progress.of)}`
}

const stateWords = {
  done: 'imported as a draft',
  failed: 'not imported',
  unsure: 'may have arrived',
  skipped: 'skipped',
  waiting: 'waits',
  sending: 'being imported',
  ready: '',
}

/** The status of a row in one line. `looks`: number of its warnings. */
export function importRowWords({ state, flow, file, isOneOfMany }: ImportRow, looks: number): string {
  if (state.name === 'queued') return 'waits to be read'
  if (state.name === 'reading') return readingWords(state)
  if (state.name === 'unread') return 'not read yet'
  if (state.name === 'refused') {
    const place = refusalPlaceWords(state.refusal).toLowerCase()
    const word = state.refusal.code.endsWith('too-large') ? 'too large' : 'holds no flow that can be imported'
    return place === '' ? word : `${word}: ${place}`
  }
  const facts = [
    ...(flow === null ? [] : [formatName(flow.format), count(flow.counts.nodes, 'node')]),
    ...(looks === 0 || state.name !== 'ready' ? [] : [`${looks} to look at`]),
    ...(isOneOfMany ? [file] : []),
  ]
  return [stateWords[state.name], ...facts].filter((part) => part !== '').join(' · ')
}

export interface ImportTally {
  /** Read, and neither skipped nor sent. */
  ready: number
  imported: number
  refused: number
  failed: number
  skipped: number
  /** May have arrived. */
  unsure: number
  /** Queued for sending, or being sent. */
  underWay: number
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
  waiting: 'underWay',
  sending: 'underWay',
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
    underWay: 0,
    reading: 0,
    total: 0,
  }
  for (const { state } of rows) {
    sums[tallyOf[state.name]] += 1
    sums.total += 1
  }
  return sums
}

/** "31 imported · 23 refused": results of the rows; "" without any. */
export function tallyWords({ imported, refused, failed, skipped, unsure }: ImportTally): string {
  const parts = [
    [imported, 'imported'],
    [refused, 'refused'],
    [failed, 'failed'],
    [unsure, 'may have arrived'],
    [skipped, 'skipped'],
  ] as const
  return parts
    .filter(([number]) => number > 0)
    .map(([number, word]) => `${number.toLocaleString()} ${word}`)
    .join(' · ')
}
