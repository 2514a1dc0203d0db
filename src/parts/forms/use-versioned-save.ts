import { useState } from 'react'
import type { ApiError } from '#api/errors.ts'
import type { FieldDifference } from './field-differences.ts'

/** Conflict: another user saved a version while this one was edited. */
export interface SaveConflict {
  version: number
  differences: FieldDifference[]
}

/** Saves a draft; contains the state and outcome of the last save. */
export interface VersionedSave<D> {
  /** `version` = the version to overwrite. Does nothing while a save is pending. */
  save: (draft: D, version: number | null) => void
  isSaving: boolean
  error: ApiError | null
  conflict: SaveConflict | null
  /** Clears the error and the conflict. */
  reset: () => void
}

const isVersionConflict = ({ status }: ApiError): boolean => status === 409 || status === 412

/**
 * Saves a draft by a mutation, with detection of conflicts.
 * @param mutation state of the mutation
 * @param send passes the draft to the mutation
 * @param conflictIn reads the other version from the error; null if it contains none
 */
export function useVersionedSave<D>(
  mutation: { isPending: boolean; error: ApiError | null; reset: () => void },
  send: VersionedSave<D>['save'],
  conflictIn: (current: unknown, draft: D) => SaveConflict | null,
): VersionedSave<D> {
  const [sentDraft, setSentDraft] = useState<D | null>(null)
  const { error } = mutation
  return {
    save: (draft, version) => {
      if (mutation.isPending) return
      setSentDraft(draft)
      send(draft, version)
    },
    isSaving: mutation.isPending,
    error,
    conflict:
      sentDraft === null || error === null || !isVersionConflict(error) ? null : conflictIn(error.current, sentDraft),
    reset: () => mutation.reset(),
  }
}
