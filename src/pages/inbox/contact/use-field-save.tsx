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
  /** As text. */
  before: string
  mine: string
  body: Body
  /** The body that restores it. */
  undo: Body
  /** The field of the service's object. */
  textOf: (now: T) => string
}

/** Another user changed the same field: the conflict has to be resolved. */
export interface FieldConflict {
  label: string
  mine: string
  theirs: string
  /** Versions. */
  versions: { mine: number; theirs: number }
  onMine: () => void
  onTheirs: () => void
}

/** Time to undo a change by its toast. */
const undoSeconds = 10

/** Maximum retries after concurrent changes to other fields. */
const maxPassed = 3

const wordsOf = (error: ApiError): string => {
  const messages = Object.values(error.fieldErrors).flat()
  return messages.length > 0 ? messages.join(' ') : failureMeaning(error)
}

/**
 * Saves one field at a time, without overwriting a concurrent change to it: both values are shown in a conflict.
 * Concurrent changes to other fields stay, without a message.
 */
export function useFieldSave<T extends { version: number }, Body>({
  shape,
  write,
  put,
}: {
  /** Schema of the object in a refusal. */
  shape: z.ZodType<T>
  write: (body: Body, version: number | undefined) => Promise<T>
  /** Displays the service's object. */
  put: (now: T, whose: 'mine' | 'theirs') => void
}) {
  const [conflict, setConflict] = useState<FieldConflict | null>(null)
  const decide = (change: FieldChange<T, Body>, theirs: T): Promise<'mine' | 'theirs'> =>
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
  const takeBack = async (change: FieldChange<T, Body>, { version }: T) => {
    const { before, mine, body, undo } = change
    const back = { ...change, version: knownVersion(version), before: mine, mine: before, body: undo, undo: body }
    const wrong = await save(back, 0, true)
    if (wrong !== null) showToast({ message: `${change.label} was not restored. ${wrong}` })
  }
  const say = (change: FieldChange<T, Body>, now: T, isUndo: boolean) =>
    showToast(
      isUndo
        ? { message: `${change.label} restored` }
        : {
            message: `${change.label} saved`,
            undo: { seconds: undoSeconds, onUndo: () => void takeBack(change, now) },
          },
    )
  /** Resolves with null if nothing is left to do, else with the error. */
  const save = async (change: FieldChange<T, Body>, passed = 0, isUndo = false): Promise<string | null> => {
    try {
      const now = await write(change.body, change.version)
      put(now, 'mine')
      say(change, now, isUndo)
      return null
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const isLate = error.status === 409 || error.status === 412
      const current = isLate ? shape.safeParse(error.current) : null
      if (!current?.success) return wordsOf(error)
      const theirs = current.data
      put(theirs, 'theirs')
      const text = change.textOf(theirs)
      if (text === change.mine) return null
      const next = { ...change, version: theirs.version, before: text }
      if (text === change.before && passed < maxPassed) return save(next, passed + 1, isUndo)
      return (await decide(change, theirs)) === 'mine' ? save(next, 0, isUndo) : null
    }
  }
  return { conflict, save }
}

/** A field as another user saved it, and one's own value. It is shown among the fields. */
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
