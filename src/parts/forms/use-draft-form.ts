import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DraftStorage } from '#parts/storage/draft-storage.ts'

/** Problems by field. */
export type ProblemsBy<P> = Readonly<Record<string, P>>

/**
 * State of a draft form: the draft, its problems, and the copy stored in this browser. A field shows problems once it
 * has lost the focus; all fields do from the first attempt to submit.
 */
export function useDraftForm<D extends object, P>({
  first,
  started,
  problemsOf,
  shelf,
  keptAs,
}: {
  /** The draft without changes, to which the form is reset. */
  first: D
  /** The draft when the form is opened: the stored one, if there is one. */
  started: D
  problemsOf: (draft: D) => ProblemsBy<P>
  shelf: DraftStorage<D>
  keptAs: string
}) {
  const [draft, setDraft] = useState(started)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const [ofService, setOfService] = useState<ProblemsBy<P>>({})
  const box = useRef<HTMLFormElement>(null)
  const own = problemsOf(draft)
  const isSaid = (field: string) => tried || left.has(field)
  const said: ProblemsBy<P> = Object.fromEntries([
    ...Object.entries(own).filter(([field]) => isSaid(field)),
    ...Object.entries(ofService).filter(([field]) => own[field] === undefined),
  ])
  // Keeps the same object if nothing changed, so that editors are not updated.
  const [known, setKnown] = useState(said)
  if (JSON.stringify(known) !== JSON.stringify(said)) setKnown(said)
  /** Focuses the first invalid field, which may be a code editor. */
  const focusFirst = () =>
    box.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] > [id]')?.focus()
  return {
    draft,
    box,
    /** Problems that may be shown. */
    said: known,
    /** Whether the draft differs from the initial one. */
    isChanged: JSON.stringify(draft) !== JSON.stringify(first),
    /** Number of fields with shown problems. */
    toCorrect: Object.keys(said).length,
    change: (next: D, field?: string) => {
      setDraft(next)
      if (field !== undefined && field in ofService)
        setOfService(Object.fromEntries(Object.entries(ofService).filter(([name]) => name !== field)))
      shelf.keep(keptAs, next)
    },
    /** Called on blur. From then on the field is validated while typing. */
    leave: (field: string) => setLeft((before) => new Set([...before, field])),
    /** Shows all problems. Returns true if there are none, else focuses the first invalid field. */
    check: (): boolean => {
      flushSync(() => setTried(true))
      const isFine = Object.keys(own).length === 0
      if (!isFine) focusFirst()
      return isFine
    },
    /** Shows problems reported by the service; `alter` adapts the draft to them. */
    refuse: (problems: ProblemsBy<P>, alter: (now: D) => D = (now) => now) => {
      flushSync(() => {
        setOfService(problems)
        setDraft(alter)
      })
      focusFirst()
    },
    restart: () => {
      shelf.drop(keptAs)
      setDraft(first)
      setTried(false)
      setLeft(new Set())
      setOfService({})
    },
  }
}
