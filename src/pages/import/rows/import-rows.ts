/** The flows that are looked at and imported, a row each. They belong to no page: what was begun goes on while one looks elsewhere. */
import { useSyncExternalStore } from 'react'
import type { ApiError } from '#api/errors.ts'
import type { ImportResult } from '#contract/flow.ts'
import type { FileFlow, FileProgress, FileRefusal } from '#files/file-result.ts'
import type { Arrival } from '#parts/flows/find-arrived-flow.ts'
import { withChosen, type ImportChoices, type NeedChoice, type NeedField } from '#pages/import/review/import-choices.ts'

export type RowState =
  | { name: 'queued' }
  | { name: 'reading'; progress: FileProgress | null }
  /** The reader could not be loaded. */
  | { name: 'unread' }
  | { name: 'refused'; refusal: FileRefusal }
  /** Read, and not sent. */
  | { name: 'ready' | 'skipped' }
  | { name: 'waiting' | 'sending' }
  | { name: 'failed'; error: ApiError }
  /** The answer was lost and the service does not promise safe repeats. `arrival`: what was found there; null = it is looked for. */
  | { name: 'unsure'; arrival: Arrival | null }
  /** `id`: '' where nothing says which flow it is. `unsaved`: why what was chosen for it could not be written after it had arrived. */
  | { name: 'done'; id: string; result: ImportResult; unsaved: ApiError | null }

/** What is sent, the same for every attempt whose outcome is not known. */
export interface ImportAttempt {
  /** The Idempotency-Key. */
  key: string
  body: Blob
  name: string
  /** When it was first sent, in ms. */
  at: number
}

export interface ImportRow {
  key: string
  /** The name of the file; in a ZIP or folder with the way to it. */
  file: string
  /** The file itself, to be read again. */
  source: File
  /** Bytes of what the row stands for; null of a file in a ZIP that was refused. */
  size: number | null
  state: RowState
  /** Null until the file is read, and where it holds no flow. */
  flow: FileFlow | null
  /** There are other flows in this file. */
  isOneOfMany: boolean
  choices: ImportChoices
  /** What was sent and arrived, or may have arrived; null before, and after it was refused. */
  attempt: ImportAttempt | null
}

/** Changes that come faster than this are shown together. */
const publishMs = 30

const rows = new Map<string, ImportRow>()
const listeners = new Set<() => void>()
let shown: readonly ImportRow[] = []
let isPlanned = false

function publish(): void {
  isPlanned = false
  shown = [...rows.values()]
  for (const listener of listeners) listener()
}

/** A thousand files change some thousand times: the page is told of several changes at once. */
function planPublish(): void {
  if (isPlanned) return
  isPlanned = true
  setTimeout(publish, publishMs)
}

export const rowOf = (key: string): ImportRow | undefined => rows.get(key)

/** The rows as they are now, in their order; what the page shows may be a moment older. */
export const allRows = (): readonly ImportRow[] => [...rows.values()]

export function updateRow(key: string, part: Partial<ImportRow>): void {
  const row = rows.get(key)
  if (row === undefined) return
  rows.set(key, { ...row, ...part })
  planPublish()
}

/** What a person does to a row is seen at once: a field would else take back what is typed. */
export function decideRow(key: string, part: Pick<ImportRow, 'choices'> | Pick<ImportRow, 'state'>): void {
  updateRow(key, part)
  publish()
}

/** Rows of which something can still be chosen. */
const isOpen = ({ state }: ImportRow): boolean => ['ready', 'skipped', 'failed'].includes(state.name)

/** What was made for a key stands for it in this row, and in every other one that names the key and where nothing was chosen. */
export function chooseCreated(own: string, field: NeedField, key: string, made: NeedChoice): void {
  for (const row of rows.values()) {
    const names = row.flow?.review.needs[field].first.some((need) => need.key === key) === true
    const isWanted = row.key === own || (names && !row.choices.chosen[field].has(key))
    if (isWanted && isOpen(row)) updateRow(row.key, { choices: withChosen(row.choices, field, key, made) })
  }
  publish()
}

/** New rows at the end; they are seen at once. */
export function addRows(made: readonly ImportRow[]): void {
  for (const row of made) rows.set(row.key, row)
  publish()
}

/** What a file turned out to hold, in the place of the row that stood for it. */
export function replaceRow(key: string, made: readonly ImportRow[]): void {
  // The order of a map is that of its keys' first coming: rows after the file keep their place behind its flows.
  const all = [...rows.values()]
  rows.clear()
  for (const row of all) for (const one of row.key === key ? made : [row]) rows.set(one.key, one)
  planPublish()
}

export function clearRows(): void {
  rows.clear()
  publish()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useImportRows = (): readonly ImportRow[] => useSyncExternalStore(subscribe, () => shown)
