import { useDraftForm } from '#parts/forms/use-draft-form.ts'
import { channelDrafts, type ChannelDraft } from './channel-draft.ts'
import { channelProblems } from './channel-problems.ts'

/** State and setters that the form passes to its fields. */
export interface ChannelForm {
  draft: ChannelDraft
  set: (change: Partial<ChannelDraft>, field?: string) => void
  /** Sets a field of the config by its path. */
  setConfig: (path: string, value: string | boolean) => void
  onFieldBlur: (field: string) => void
  /** Message about a field; null while it must not be shown yet. */
  error: (field: string) => string | null
}

/** State of a channel form. */
export function useChannelForm(initialDraft: ChannelDraft, openingDraft: ChannelDraft, draftKey: string) {
  const state = useDraftForm({
    initialDraft,
    openingDraft,
    problemsOf: channelProblems,
    storage: channelDrafts,
    draftKey,
  })
  const form: ChannelForm = {
    draft: state.draft,
    set: (part, field) => state.change({ ...state.draft, ...part }, field),
    setConfig: (path, value) =>
      state.change({ ...state.draft, config: { ...state.draft.config, [path]: value } }, `config.${path}`),
    onFieldBlur: state.onFieldBlur,
    error: (field) => state.shownProblems[field] ?? null,
  }
  return { ...state, form }
}
