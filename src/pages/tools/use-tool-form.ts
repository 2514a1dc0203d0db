import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { dropKept, keepDraft } from './kept-draft.ts'
import type { ConfigDraft, ToolDraft } from './tool-draft.ts'
import { keyOfName } from '#parts/tool-key.ts'
import { draftProblems, problemWords, type Problems } from './tool-problems.ts'
import type { TextProblem } from './schema-problems.ts'

/** What the fields of the form have in their hands. */
export interface ToolForm {
  draft: ToolDraft
  /** It differs from what was there at first. */
  isChanged: boolean
  set: (change: Partial<ToolDraft>, field?: string) => void
  setConfig: (change: Partial<ConfigDraft>, field?: string) => void
  setName: (name: string) => void
  /** The field was left: from now on it is checked while typing. */
  leave: (field: string) => void
  /** What is wrong with a field, as far as it may be said by now. */
  error: (field: string) => string | null
  problems: (field: string) => readonly TextProblem[]
}

const none: readonly TextProblem[] = []

/** The state of a form: what is typed, what is said about it, and the copy that this browser keeps. */
export function useToolForm(first: ToolDraft, started: ToolDraft, keptAs: string) {
  const [draft, setDraft] = useState(started)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [tried, setTried] = useState(false)
  const [ofService, setOfService] = useState<Problems>({})
  const box = useRef<HTMLFormElement>(null)
  const own = draftProblems(draft)
  const isSaid = (field: string) => tried || left.has(field)
  const said: Problems = Object.fromEntries([
    ...Object.entries(own).filter(([field]) => isSaid(field)),
    ...Object.entries(ofService).filter(([field]) => own[field] === undefined),
  ])
  // An editor is told again only where something changed.
  const [known, setKnown] = useState(said)
  if (JSON.stringify(known) !== JSON.stringify(said)) setKnown(said)

  const change = (next: ToolDraft, field?: string) => {
    setDraft(next)
    if (field !== undefined && field in ofService)
      setOfService(Object.fromEntries(Object.entries(ofService).filter(([name]) => name !== field)))
    keepDraft(keptAs, next)
  }
  const form: ToolForm = {
    draft,
    isChanged: JSON.stringify(draft) !== JSON.stringify(first),
    set: (part, field) => change({ ...draft, ...part }, field),
    setConfig: (part, field) => change({ ...draft, config: { ...draft.config, ...part } }, field),
    setName: (name) => change({ ...draft, name, ...(draft.keyTouched ? {} : { key: keyOfName(name) }) }, 'name'),
    leave: (field) => setLeft((before) => new Set([...before, field])),
    error: (field) => problemWords(said[field]),
    problems: (field) => known[field] ?? none,
  }
  /** The first field that is marked wrong, editors included: their focus goes on into them. */
  const focusFirst = () =>
    box.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] > [id]')?.focus()
  return {
    form,
    box,
    /** Fields that are left to correct, of those that may be said. */
    toCorrect: Object.keys(said).length,
    /** True where nothing speaks against sending; else the first wrong field has the focus. */
    check: (): boolean => {
      flushSync(() => setTried(true))
      const isFine = Object.keys(own).length === 0
      if (!isFine) focusFirst()
      return isFine
    },
    /** `asked`: fields that the service names and the form has not; they get one each. */
    refuse: (problems: Problems, asked: readonly string[]) => {
      flushSync(() => {
        setOfService(problems)
        // What was typed meanwhile stays.
        const fresh = Object.fromEntries(asked.map((path) => [path, '']))
        if (asked.length > 0) setDraft((now) => ({ ...now, asked: { ...fresh, ...now.asked } }))
      })
      focusFirst()
    },
    restart: () => {
      dropKept(keptAs)
      setDraft(first)
      setTried(false)
      setLeft(new Set())
      setOfService({})
    },
  }
}
