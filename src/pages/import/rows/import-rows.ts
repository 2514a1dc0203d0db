/** Flows of the import, one row each. The rows are independent of pages: work continues after navigation. */
import { useSyncExternalStore } from 'react'
import type { ApiError } from '#api/errors.ts'
import type { ImportResult } from '#contract/flow.ts'
import type { FileFlow, FileProgress, FileRefusal } from '#files/file-result.ts'
import type { CreationLookup } from '#parts/flows/find-created-flow.ts'
import {
  withBinding,
  type ImportChoices,
  type NeedChoice,
  type NeedField,
} from '#pages/import/review/import-choices.ts'

export type RowState =
  | { name: 'queued' }
  | { name: 'reading'; progress: FileProgress | null }
  /** The reader could not be loaded. */
  | { name: 'unread' }
  | { name: 'refused'; refusal: FileRefusal }
  /** The file is read, but the flow is not sent. */
  | { name: 'ready' | 'skipped' }
  | { name: 'waiting' | 'sending' }
  | { name: 'failed'; error: ApiError }
  /**
   * The response was lost, and the service does not deduplicate writes. `lookup` = result of the lookup; null = the
   * lookup is in progress.
   */
  | { name: 'unsure'; lookup: CreationLookup | null }
  /**
   * `id`: '' if the response does not identify the flow. `saveError`: why its choices were not saved after the import.
   */
  | { name: 'done'; id: string; result: ImportResult; saveError: ApiError | null }

/** The request, which is the same for all attempts until the outcome is known. */
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
  /** Name of the file, with its path in a ZIP or folder. */
  file: string
  /** The chosen file (for a file in a ZIP, the ZIP), to read it again. */
  source: File
  /**
   * Size in bytes: of the template if the file is a ZIP or contains several flows, else of the file. Null for a refused
   * file in a ZIP.
   */
  size: number | null
  state: RowState
  /** Null until the file is read, and if it contains no flow. */
  flow: FileFlow | null
  /** Whether the file contains other flows too. */
  isOneOfMany: boolean
  /** Whether it is a copy of a flow of the account, which has its name. */
  isCopy: boolean
  choices: ImportChoices
  /** A request that arrived or may have arrived; null before it is sent, and after a refusal. */
  attempt: ImportAttempt | null
}

/** Changes within this time in ms are published together. */
const publishMs = 30

const rows = new Map<string, ImportRow>()
const listeners = new Set<() => void>()
let publishedRows: readonly ImportRow[] = []
let isPublishScheduled = false

function publish(): void {
  isPublishScheduled = false
  publishedRows = [...rows.values()]
  for (const listener of listeners) listener()
}

/** Publishes with a delay, since a thousand files cause thousands of changes. */
function schedulePublish(): void {
  if (isPublishScheduled) return
  isPublishScheduled = true
  setTimeout(publish, publishMs)
}

export const rowOf = (key: string): ImportRow | undefined => rows.get(key)

/** The current rows in order; the page may still show an earlier state. */
export const allRows = (): readonly ImportRow[] => [...rows.values()]

export function updateRow(key: string, part: Partial<ImportRow>): void {
  const row = rows.get(key)
  if (row === undefined) return
  rows.set(key, { ...row, ...part })
  schedulePublish()
}

/** Records the user's decision. Published immediately, since a field would otherwise revert typed text. */
export function decideRow(key: string, part: Pick<ImportRow, 'choices'> | Pick<ImportRow, 'state'>): void {
  updateRow(key, part)
  publish()
}

/** Whether choices for a row can still be changed. */
const isEditable = ({ state }: ImportRow): boolean => ['ready', 'skipped', 'failed'].includes(state.name)

/** Chooses a created object in this row, and in all other rows that require the key and have no choice. */
export function chooseCreated(ownKey: string, field: NeedField, key: string, newRows: NeedChoice): void {
  for (const row of rows.values()) {
    const requiresKey = row.flow?.review.needs[field].first.some((need) => need.key === key) === true
    const isWanted = row.key === ownKey || (requiresKey && !row.choices.bindings[field].has(key))
    if (isWanted && isEditable(row)) updateRow(row.key, { choices: withBinding(row.choices, field, key, newRows) })
  }
  publish()
}

/** Appends new rows; published immediately. */
export function addRows(newRows: readonly ImportRow[]): void {
  for (const row of newRows) rows.set(row.key, row)
  publish()
}

/** Replaces the row of a file with rows for its flows. */
export function replaceRow(key: string, newRows: readonly ImportRow[]): void {
  // A map keeps insertion order, so all rows are inserted again.
  const all = [...rows.values()]
  rows.clear()
  for (const row of all) for (const one of row.key === key ? newRows : [row]) rows.set(one.key, one)
  schedulePublish()
}

export function clearRows(): void {
  rows.clear()
  publish()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useImportRows = (): readonly ImportRow[] => useSyncExternalStore(subscribe, () => publishedRows)
