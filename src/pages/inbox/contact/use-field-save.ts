import { useState } from 'react'
import type { z } from 'zod'
import { ApiError } from '#api/errors.ts'
import { knownVersion } from '#parts/forms/known-version.ts'
import { failureMeaning } from '#parts/display/load-error.tsx'
import { showToast } from '#ui/overlays/toast.tsx'

/** One field of something, as it was when one began to change it, and as it is to be. */
export interface FieldChange<T, Body> {
  label: string
  /** Version of the whole when one began; undefined where the service counts none. */
  version: number | undefined
  /** As texts. */
  before: string
  mine: string
  body: Body
  /** Puts it back. */
  undo: Body
  /** The field of what the service has. */
  textOf: (now: T) => string
}

/** Somebody else changed the same field: whose holds is still to be said. */
export interface FieldConflict {
  label: string
  mine: string
  theirs: string
  /** Versions. */
  versions: { mine: number; theirs: number }
  onMine: () => void
  onTheirs: () => void
}

/** Time to take a change back by its toast. */
const undoSeconds = 10

/** Changes of other fields that are passed over for one of this: more, and somebody is busy there. */
const maxPassed = 3

const wordsOf = (error: ApiError): string => {
  const messages = Object.values(error.fieldErrors).flat()
  return messages.length > 0 ? messages.join(' ') : failureMeaning(error)
}

/**
 * Saves one field at a time, and never over what somebody else has made of that field: then both are shown, and one is
 * chosen. What others changed in other fields stays, and needs no word.
 */
export function useFieldSave<T extends { version: number }, Body>({
  shape,
  write,
  put,
}: {
  /** Of the object that a refusal carries. */
  shape: z.ZodType<T>
  write: (body: Body, version: number | undefined) => Promise<T>
  /** Shows what the service has now. */
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
  /** Resolves with null where there is nothing left to do, else with why it was not saved. */
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
