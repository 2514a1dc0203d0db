/** The files that are being imported or were, for the panel that shows them. They belong to no page. */
import { useSyncExternalStore } from 'react'
import type { ApiError } from '#api/errors.ts'
import type { ImportResult } from '#contract/flow.ts'
import type { Refusal } from '#flow/read.ts'
import { signal } from '#lib/signal.ts'
import type { ReadFlow } from './import-messages.ts'

export interface ImportJob {
  /** Also the Idempotency-Key: however often it is tried, it makes one flow. */
  key: string
  file: string
  /** The file itself, to be read again. */
  source: File
  state:
    | { name: 'reading' }
    /** The reader could not be loaded. */
    | { name: 'unread' }
    | { name: 'refused'; refusal: Refusal }
    | { name: 'waiting' | 'sending' }
    | { name: 'failed'; error: ApiError }
    | { name: 'done'; id: string; result: ImportResult }
  format: string | null
  /** Null until the file is read, and where it holds no flow. */
  flow: ReadFlow | null
}

export const importJobs = signal<readonly ImportJob[]>([])

/** Takes the results away; what is still under way stays. */
export function clearImports(): void {
  importJobs.set(
    importJobs
      .get()
      .filter(({ state }) => state.name === 'reading' || state.name === 'waiting' || state.name === 'sending'),
  )
}

export const useImportJobs = (): readonly ImportJob[] => useSyncExternalStore(importJobs.subscribe, importJobs.get)
