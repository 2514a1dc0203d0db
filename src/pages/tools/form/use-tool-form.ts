import { useDraftForm } from '#parts/forms/use-draft-form.ts'
import { toolDrafts } from './tool-drafts.ts'
import type { ConfigDraft, ToolDraft } from './tool-draft.ts'
import { keyOfName } from '#contract/values/tool-key.ts'
import { draftProblems, textProblemWords, type Problems } from './tool-problems.ts'
import type { TextProblem } from './schema-problems.ts'

/** What the fields of the form share. */
export interface ToolForm {
  draft: ToolDraft
  /** Whether it differs from its initial state. */
  isChanged: boolean
  set: (change: Partial<ToolDraft>, field?: string) => void
  setConfig: (change: Partial<ConfigDraft>, field?: string) => void
  setName: (name: string) => void
  /** Called on blur: the field is validated while typing from now on. */
  leave: (field: string) => void
  /** The problem of a field, once it may be shown. */
  error: (field: string) => string | null
  problems: (field: string) => readonly TextProblem[]
}

const none: readonly TextProblem[] = []

/** State of a tool form: the draft, its problems, and the copy that this browser stores. */
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
    /** `asked`: fields that the service requires and the form does not have; each is added. */
    refuse: (problems: Problems, asked: readonly string[]) => {
      // Text typed meanwhile stays.
      const fresh = Object.fromEntries(asked.map((path) => [path, '']))
      state.refuse(problems, (now) => (asked.length === 0 ? now : { ...now, asked: { ...fresh, ...now.asked } }))
    },
    restart,
  }
}
