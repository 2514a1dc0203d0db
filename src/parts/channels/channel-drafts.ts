import { holdsToken } from '#flow/secrets/token-shapes.ts'
import { draftStorage } from '#parts/storage/draft-storage.ts'
import { ChannelDraft } from './channel-draft.ts'

/** The draft for storage: without credentials, and without texts that look like one. */
export function withoutChannelSecrets(draft: ChannelDraft): ChannelDraft {
  const clean = (text: string): string => (holdsToken(text) ? '' : text)
  return {
    ...draft,
    title: clean(draft.title),
    greeting: clean(draft.greeting),
    origins: clean(draft.origins),
    apiBase: clean(draft.apiBase),
    credentials: Object.fromEntries(
      Object.entries(draft.credentials).map(([name, value]) => [name, typeof value === 'string' ? '' : value]),
    ),
  }
}

export const channelDrafts = draftStorage('channel', ChannelDraft, withoutChannelSecrets)
