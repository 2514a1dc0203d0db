import type { ChannelField } from '#contract/channels/channel-descriptor.ts'
import { madeTypes } from '#contract/values/channel-type.ts'
import { holdsToken } from '#flow/secrets/token-shapes.ts'
import { draftStorage } from '#parts/storage/draft-storage.ts'
import { ChannelDraft, configFieldsOf, configText } from './channel-draft.ts'

/** The draft for storage: without credentials, and without texts that look like one. */
export function withoutChannelSecrets(draft: ChannelDraft): ChannelDraft {
  const clean = (text: string): string => (holdsToken(text) ? '' : text)
  const cleanKinds = new Set<ChannelField['kind']>(['text', 'area', 'lines'])
  const cleaned = madeTypes
    .flatMap(configFieldsOf)
    .flatMap(([name, { kind }]) => (cleanKinds.has(kind) ? [[name, clean(configText(draft, name))]] : []))
  return {
    ...draft,
    config: { ...draft.config, ...Object.fromEntries(cleaned) },
    credentials: Object.fromEntries(
      Object.entries(draft.credentials).map(([name, value]) => [name, typeof value === 'string' ? '' : value]),
    ),
  }
}

export const channelDrafts = draftStorage('channel', ChannelDraft, withoutChannelSecrets)
