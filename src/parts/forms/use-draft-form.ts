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
  initialDraft,
  openingDraft,
  problemsOf,
  storage,
  draftKey,
}: {
  /** The draft without changes, to which the form is reset. */
  initialDraft: D
  /** The draft when the form is opened: the stored one, if there is one. */
  openingDraft: D
  problemsOf: (draft: D) => ProblemsBy<P>
  storage: DraftStorage<D>
  draftKey: string
}) {
  const [draft, setDraft] = useState(openingDraft)
  const [blurredFields, setBlurredFields] = useState<ReadonlySet<string>>(new Set())
  const [wasSubmitted, setSubmitted] = useState(false)
  const [serviceProblems, setServiceProblems] = useState<ProblemsBy<P>>({})
  const formRef = useRef<HTMLFormElement>(null)
  const clientProblems = problemsOf(draft)
  const isShown = (field: string) => wasSubmitted || blurredFields.has(field)
  const shownProblems: ProblemsBy<P> = Object.fromEntries([
    ...Object.entries(clientProblems).filter(([field]) => isShown(field)),
    ...Object.entries(serviceProblems).filter(([field]) => clientProblems[field] === undefined),
  ])
  // Keeps the same object if nothing changed, so that editors are not updated.
  const [stableProblems, setStableProblems] = useState(shownProblems)
  if (JSON.stringify(stableProblems) !== JSON.stringify(shownProblems)) setStableProblems(shownProblems)
  /** Focuses the first invalid field, which may be a code editor. */
  const focusFirst = () =>
    formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] > [id]')?.focus()
  return {
    draft,
    formRef,
    /** Problems that may be shown. */
    shownProblems: stableProblems,
    /** Whether the draft differs from the initial one. */
    isChanged: JSON.stringify(draft) !== JSON.stringify(initialDraft),
    /** Number of fields with shown problems. */
    problemCount: Object.keys(shownProblems).length,
    change: (next: D, field?: string) => {
      setDraft(next)
      if (field !== undefined && field in serviceProblems)
        setServiceProblems(Object.fromEntries(Object.entries(serviceProblems).filter(([name]) => name !== field)))
      storage.save(draftKey, next)
    },
    /** Called on blur. From then on the field is validated while typing. */
    onFieldBlur: (field: string) => setBlurredFields((before) => new Set([...before, field])),
    /** Shows all problems. Returns true if there are none, else focuses the first invalid field. */
    check: (): boolean => {
      flushSync(() => setSubmitted(true))
      const isValid = Object.keys(clientProblems).length === 0
      if (!isValid) focusFirst()
      return isValid
    },
    /** Shows problems reported by the service; `adaptDraft` adapts the draft to them. */
    showServiceProblems: (problems: ProblemsBy<P>, adaptDraft: (now: D) => D = (now) => now) => {
      flushSync(() => {
        setServiceProblems(problems)
        setDraft(adaptDraft)
      })
      focusFirst()
    },
    resetDraft: () => {
      storage.remove(draftKey)
      setDraft(initialDraft)
      setSubmitted(false)
      setBlurredFields(new Set())
      setServiceProblems({})
    },
  }
}
