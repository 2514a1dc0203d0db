import { useDraftForm } from '#parts/forms/use-draft-form.ts'
import { toolDrafts } from './tool-drafts.ts'
import type { ConfigDraft, ToolDraft } from './tool-draft.ts'
import { keyOfName } from '#contract/values/tool-key.ts'
import { draftProblems, textProblemWords, type Problems } from './tool-problems.ts'
import type { TextProblem } from './schema-problems.ts'

/** State and setters that the form passes to its fields. */
export interface ToolForm {
  draft: ToolDraft
  /** Whether the draft differs from the initial one. */
  isChanged: boolean
  set: (change: Partial<ToolDraft>, field?: string) => void
  setConfig: (change: Partial<ConfigDraft>, field?: string) => void
  setName: (name: string) => void
  /** Called on blur. From then on the field is validated while typing. */
  onFieldBlur: (field: string) => void
  /** Message about a field; null if there is none, or while it must not be shown yet. */
  error: (field: string) => string | null
  problems: (field: string) => readonly TextProblem[]
}

const none: readonly TextProblem[] = []

/** State of a tool form: the draft, its problems, and the copy that this browser stores. */
export function useToolForm(initialDraft: ToolDraft, openingDraft: ToolDraft, draftKey: string) {
  const state = useDraftForm({ initialDraft, openingDraft, problemsOf: draftProblems, storage: toolDrafts, draftKey })
  const { draft, shownProblems, isChanged, change, onFieldBlur, formRef, problemCount, check, resetDraft } = state
  const form: ToolForm = {
    draft,
    isChanged,
    set: (part, field) => change({ ...draft, ...part }, field),
    setConfig: (part, field) => change({ ...draft, config: { ...draft.config, ...part } }, field),
    setName: (name) => change({ ...draft, name, ...(draft.keyTouched ? {} : { key: keyOfName(name) }) }, 'name'),
    onFieldBlur,
    error: (field) => textProblemWords(shownProblems[field]),
    problems: (field) => shownProblems[field] ?? none,
  }
  return {
    form,
    formRef,
    problemCount,
    check,
    /** Shows the problems of a refused request. `asked`: fields that the service requires; missing ones are added. */
    showServiceProblems: (problems: Problems, requestedFields: readonly string[]) => {
      // Keeps text that was typed while the request was pending.
      const fresh = Object.fromEntries(requestedFields.map((path) => [path, '']))
      state.showServiceProblems(problems, (now) =>
        requestedFields.length === 0 ? now : { ...now, asked: { ...fresh, ...now.asked } },
      )
    },
    resetDraft,
  }
}
