import { useDraftForm } from '#parts/forms/use-draft-form.ts'
import { toolDrafts } from './tool-drafts.ts'
import type { ConfigDraft, ToolDraft } from './tool-draft.ts'
import { keyOfName } from '#contract/values/tool-key.ts'
import { draftProblems, textProblemWords, type Problems } from './tool-problems.ts'
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
  const state = useDraftForm({ first, started, problemsOf: draftProblems, shelf: toolDrafts, keptAs })
  const { draft, said, isChanged, change, leave, box, toCorrect, check, restart } = state
  const form: ToolForm = {
    draft,
    isChanged,
    set: (part, field) => change({ ...draft, ...part }, field),
    setConfig: (part, field) => change({ ...draft, config: { ...draft.config, ...part } }, field),
    setName: (name) => change({ ...draft, name, ...(draft.keyTouched ? {} : { key: keyOfName(name) }) }, 'name'),
    leave,
    error: (field) => textProblemWords(said[field]),
    problems: (field) => said[field] ?? none,
  }
  return {
    form,
    box,
    toCorrect,
    check,
    /** `asked`: fields that the service names and the form has not; they get one each. */
    refuse: (problems: Problems, asked: readonly string[]) => {
      // What was typed meanwhile stays.
      const fresh = Object.fromEntries(asked.map((path) => [path, '']))
      state.refuse(problems, (now) => (asked.length === 0 ? now : { ...now, asked: { ...fresh, ...now.asked } }))
    },
    restart,
  }
}
