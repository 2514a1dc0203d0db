import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DraftStorage } from '#parts/storage/draft-storage.ts'

/** Problems by field. */
export type ProblemsBy<P> = Readonly<Record<string, P>>

/**
 * State of a draft form: the draft, its problems, and the copy that this browser stores. A field is validated once it
 * has been left, all of them from the first try to send.
 */
export function useDraftForm<D extends object, P>({
  first,
  started,
  problemsOf,
  shelf,
  keptAs,
}: {
  /** The initial form. */
  first: D
  /** The current form: the stored draft, if there is one. */
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
  // Same object unless something changed, so that editors are not updated.
  const [known, setKnown] = useState(said)
  if (JSON.stringify(known) !== JSON.stringify(said)) setKnown(said)
  /** Focuses the first invalid field, including editors, which pass the focus on. */
  const focusFirst = () =>
    box.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] > [id]')?.focus()
  return {
    draft,
    box,
    /** Problems that may be shown. */
    said: known,
    /** Whether it differs from its initial state. */
    isChanged: JSON.stringify(draft) !== JSON.stringify(first),
    /** Number of shown problems. */
    toCorrect: Object.keys(said).length,
    change: (next: D, field?: string) => {
      setDraft(next)
      if (field !== undefined && field in ofService)
        setOfService(Object.fromEntries(Object.entries(ofService).filter(([name]) => name !== field)))
      shelf.keep(keptAs, next)
    },
    /** Called on blur: the field is validated while typing from now on. */
    leave: (field: string) => setLeft((before) => new Set([...before, field])),
    /** True if nothing prevents sending; else focuses the first invalid field. */
    check: (): boolean => {
      flushSync(() => setTried(true))
      const isFine = Object.keys(own).length === 0
      if (!isFine) focusFirst()
      return isFine
    },
    /** Shows the service's problems; `alter` adapts the current draft to them. */
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
