import { useState } from 'react'
import type { z } from 'zod'
import { createPortal } from 'react-dom'
import { ApiError } from '#api/errors.ts'
import { knownVersion } from '#parts/forms/known-version.ts'
import { failureMeaning } from '#parts/display/load-error.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { FieldConflictDialog } from '#parts/forms/field-conflict-dialog.tsx'

/** A change of one field, with its value when editing began. */
export interface FieldChange<T, Body> {
  label: string
  /** Version of the object when editing began; undefined if the service has no versions. */
  version: number | undefined
  /** Previous and new value, as text. */
  before: string
  mine: string
  body: Body
  /** Request body that restores the previous value. */
  undo: Body
  /** Reads the field from the service's object, as text. */
  textOf: (now: T) => string
}

/** Another user changed the same field. */
export interface FieldConflict {
  label: string
  mine: string
  theirs: string
  /** Versions of the object: when editing began, and now. */
  versions: { mine: number; theirs: number }
  onMine: () => void
  onTheirs: () => void
}

/** Seconds for which the toast offers Undo. */
const undoSeconds = 10

/** Maximum number of retries after concurrent changes to other fields. */
const maxRetries = 3

const errorText = (error: ApiError): string => {
  const messages = Object.values(error.fieldErrors).flat()
  return messages.length > 0 ? messages.join(' ') : failureMeaning(error)
}

/**
 * Saves one field at a time. If another user changed the same field since then, a dialog asks which value to keep.
 * Concurrent changes to other fields are kept without a message.
 */
export function useFieldSave<T extends { version: number }, Body>({
  schema,
  write,
  cacheObject,
}: {
  /** Schema of the object in a conflict response. */
  schema: z.ZodType<T>
  write: (body: Body, version: number | undefined) => Promise<T>
  /** Puts the service's object into the query cache. */
  cacheObject: (now: T, whose: 'mine' | 'theirs') => void
}) {
  const [conflict, setConflict] = useState<FieldConflict | null>(null)
  const askWhichVersion = (change: FieldChange<T, Body>, theirs: T): Promise<'mine' | 'theirs'> =>
    new Promise((resolve) => {
      const choose = (whose: 'mine' | 'theirs') => () => {
        setConflict(null)
        resolve(whose)
      }
      setConflict({
        label: change.label,
        mine: change.mine,
        theirs: change.textOf(theirs),
        versions: { mine: change.version ?? theirs.version, theirs: theirs.version },
        onMine: choose('mine'),
        onTheirs: choose('theirs'),
      })
    })
  const undoChange = async (change: FieldChange<T, Body>, { version }: T) => {
    const { before, mine, body, undo } = change
    const inverseChange = {
      ...change,
      version: knownVersion(version),
      before: mine,
      mine: before,
      body: undo,
      undo: body,
    }
    const saveError = await save(inverseChange, 0, true)
    if (saveError !== null) showToast({ message: `${change.label} was not restored. ${saveError}` })
  }
  const showResult = (change: FieldChange<T, Body>, now: T, isUndo: boolean) =>
    showToast(
      isUndo
        ? { message: `${change.label} restored` }
        : {
            message: `${change.label} saved`,
            undo: { seconds: undoSeconds, onUndo: () => void undoChange(change, now) },
          },
    )
  /** Resolves with null if the change was saved or dropped after a conflict, else with the error message. */
  const save = async (change: FieldChange<T, Body>, retryCount = 0, isUndo = false): Promise<string | null> => {
    try {
      const now = await write(change.body, change.version)
      cacheObject(now, 'mine')
      showResult(change, now, isUndo)
      return null
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const isConflict = error.status === 409 || error.status === 412
      const current = isConflict ? schema.safeParse(error.current) : null
      if (!current?.success) return errorText(error)
      const theirs = current.data
      cacheObject(theirs, 'theirs')
      const text = change.textOf(theirs)
      if (text === change.mine) return null
      const next = { ...change, version: theirs.version, before: text }
      if (text === change.before && retryCount < maxRetries) return save(next, retryCount + 1, isUndo)
      return (await askWhichVersion(change, theirs)) === 'mine' ? save(next, 0, isUndo) : null
    }
  }
  return { conflict, save }
}

/** Dialog that asks which value of a field to keep: the other user's or one's own. */
export const FieldConflictChoice = ({ noun, conflict }: { noun: string; conflict: FieldConflict | null }) =>
  conflict &&
  createPortal(
    <FieldConflictDialog
      noun={noun}
      mine={conflict.versions.mine}
      theirs={conflict.versions.theirs}
      differences={[{ label: conflict.label, mine: conflict.mine || '—', theirs: conflict.theirs || '—' }]}
      onMine={conflict.onMine}
      onTheirs={conflict.onTheirs}
      onClose={conflict.onTheirs}
    />,
    document.body,
  )
