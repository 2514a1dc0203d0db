/** Report of an import, as CSV or JSON. Pure. */
import { messageLine } from '#flow/file/message-counts.ts'
import { csvText } from '#lib/text/csv.ts'
import type { ImportRow } from './import-rows.ts'
import { missingSummary, refusalPlaceWords } from './row-words.ts'

interface ReportLine {
  file: string
  /** Name of the flow; "" if the file contains none. */
  flow: string
  result: 'imported' | 'refused' | 'failed' | 'skipped' | 'not imported' | 'may have been imported'
  /** Id of the imported flow; "" if there is none. */
  id: string
  /** Why the file was refused, or the import failed. */
  reason: string
  warnings: string[]
}

function resultOf({ state }: ImportRow): Pick<ReportLine, 'result' | 'id' | 'reason'> {
  switch (state.name) {
    case 'done':
      return { result: 'imported', id: state.id, reason: '' }
    case 'refused': {
      const place = refusalPlaceWords(state.refusal)
      return { result: 'refused', id: '', reason: [place, state.refusal.message].filter(Boolean).join('. ') }
    }
    case 'failed':
      return { result: 'failed', id: '', reason: state.error.detail }
    case 'unread':
      return { result: 'failed', id: '', reason: 'The file reader could not be loaded.' }
    case 'unsure':
      return { result: 'may have been imported', id: '', reason: 'The response was lost.' }
    case 'skipped':
      return { result: 'skipped', id: '', reason: '' }
    case 'queued':
    case 'reading':
    case 'ready':
    case 'waiting':
    case 'sending':
      return { result: 'not imported', id: '', reason: '' }
  }
}

function lineOf(row: ImportRow): ReportLine {
  const { state, flow, file, attempt } = row
  const missing = state.name === 'done' ? missingSummary(state.result) : ''
  const unsaved = state.name === 'done' && state.saveError !== null ? 'The choices were not saved.' : ''
  const warnings = flow?.review.warnings.flatMap(({ lines }) => lines.map(messageLine)) ?? []
  return {
    file,
    flow: attempt?.name ?? flow?.name ?? '',
    ...resultOf(row),
    warnings: [missing, unsaved, ...warnings].filter((line) => line !== ''),
  }
}

/** One line per row, in order. */
export const reportCsv = (rows: readonly ImportRow[]): string =>
  csvText([
    ['file', 'flow', 'result', 'id', 'reason', 'warnings'],
    ...rows
      .map(lineOf)
      .map(({ file, flow, result, id, reason, warnings }) => [file, flow, result, id, reason, warnings.join(' ')]),
  ])

export const reportJson = (rows: readonly ImportRow[]): string => `${JSON.stringify(rows.map(lineOf), null, 2)}\n`
