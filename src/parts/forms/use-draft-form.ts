import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { DraftStorage } from '#parts/storage/draft-storage.ts'

/** What is wrong, by field. */
export type ProblemsBy<P> = Readonly<Record<string, P>>

/**
 * The state of a form of one draft: what is typed, what is said about it, and the copy that this browser keeps. A field is
 * checked from when it is left, all of them from the first try to send.
 */
export function useDraftForm<D extends object, P>({
  first,
  started,
  problemsOf,
  shelf,
  keptAs,
}: {
  /** What the form shows without anything typed. */
  first: D
  /** What it shows now: the copy that was kept, if there is one. */
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
  // An editor is told again only where something changed.
  const [known, setKnown] = useState(said)
  if (JSON.stringify(known) !== JSON.stringify(said)) setKnown(said)
  /** The first field that is marked wrong, editors included: their focus goes on into them. */
  const focusFirst = () =>
    box.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] > [id]')?.focus()
  return {
    draft,
    box,
    /** What may be said by now. */
    said: known,
    /** It differs from what was there at first. */
    isChanged: JSON.stringify(draft) !== JSON.stringify(first),
    /** Fields that are left to correct, of those that may be said. */
    toCorrect: Object.keys(said).length,
    change: (next: D, field?: string) => {
      setDraft(next)
      if (field !== undefined && field in ofService)
        setOfService(Object.fromEntries(Object.entries(ofService).filter(([name]) => name !== field)))
      shelf.keep(keptAs, next)
    },
    /** The field was left: from now on it is checked while typing. */
    leave: (field: string) => setLeft((before) => new Set([...before, field])),
    /** True where nothing speaks against sending; else the first wrong field has the focus. */
    check: (): boolean => {
      flushSync(() => setTried(true))
      const isFine = Object.keys(own).length === 0
      if (!isFine) focusFirst()
      return isFine
    },
    /** What the service says; `alter` is what becomes of the draft by it, whatever was typed meanwhile. */
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
