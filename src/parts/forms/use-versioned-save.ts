import { useState } from 'react'
import type { ApiError } from '#api/errors.ts'
import type { FieldDifference } from './field-differences.ts'

/** Another user saved a version meanwhile. */
export interface SaveConflict {
  version: number
  differences: FieldDifference[]
}

/** Saving of a draft, and its outcome. */
export interface VersionedSave<D> {
  /** `version` = the one that is overwritten. Ignored while a save is under way. */
  save: (draft: D, version: number | null) => void
  isSaving: boolean
  error: ApiError | null
  conflict: SaveConflict | null
  /** Clears the error and the conflict. */
  reset: () => void
}

const cameTooLate = ({ status }: ApiError): boolean => status === 409 || status === 412

/**
 * Saves a draft by a write of its noun.
 * @param used the mutation: create or change
 * @param send passes the draft to the mutation
 * @param conflictIn reads the other version from the error; null if it contains none
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
