import { useState } from 'react'
import type { ApiError } from '#api/errors.ts'
import type { FieldDifference } from './field-differences.ts'

/** Conflict: another user saved a version meanwhile. */
export interface SaveConflict {
  version: number
  differences: FieldDifference[]
}

/** Saves a draft; contains the state and outcome of the last save. */
export interface VersionedSave<D> {
  /** `version` = the version to overwrite. Ignored while a save is pending. */
  save: (draft: D, version: number | null) => void
  isSaving: boolean
  error: ApiError | null
  conflict: SaveConflict | null
  /** Clears the error and the conflict. */
  reset: () => void
}

const cameTooLate = ({ status }: ApiError): boolean => status === 409 || status === 412

/**
 * Saves a draft by a mutation, with detection of conflicts.
 * @param used state of the mutation
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
