import { useState } from 'react'
import type { ApiError } from '#api/errors.ts'
import type { FieldDifference } from './field-differences.ts'

/** Somebody else saved another version meanwhile. */
export interface SaveConflict {
  version: number
  differences: FieldDifference[]
}

/** How a draft is saved, and what came of it. */
export interface VersionedSave<D> {
  /** `version` = the one that is written over. Nothing happens while a save is under way. */
  save: (draft: D, version: number | null) => void
  isSaving: boolean
  error: ApiError | null
  conflict: SaveConflict | null
  /** Forgets the error, and the conflict with it. */
  reset: () => void
}

const cameTooLate = ({ status }: ApiError): boolean => status === 409 || status === 412

/**
 * The save of a draft by a write of its noun.
 * @param used the write: the one that makes it or the one that changes it
 * @param send hands the draft to the write
 * @param conflictIn reads the other version out of what the error says is there now; null where it says nothing of the kind
 */
export function useVersionedSave<D>(
  used: { isPending: boolean; error: ApiError | null; reset: () => void },
  send: VersionedSave<D>['save'],
  conflictIn: (current: unknown, draft: D) => SaveConflict | null,
): VersionedSave<D> {
  const [sent, setSent] = useState<D | null>(null)
  const { error } = used
  return {
    save: (draft, version) => {
      if (used.isPending) return
      setSent(draft)
      send(draft, version)
    },
    isSaving: used.isPending,
    error,
    conflict: sent === null || error === null || !cameTooLate(error) ? null : conflictIn(error.current, sent),
    reset: () => used.reset(),
  }
}
