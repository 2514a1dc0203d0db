import { z } from 'zod'
import type { ApiError } from '#api/errors.ts'
import { useApiMutation } from '#api/query/query.ts'
import { channel as channelApi, type ChannelDetail } from '#contract/channel.ts'
import { JsonObject } from '#contract/kernel/page.ts'
import type { JsonRecord } from '#lib/json/json.ts'
import { channelConfigIn, channelCredentialsIn, type ChannelDraft } from '#parts/channels/channel-draft.ts'
import { channelServiceProblems, type ChannelProblems } from '#parts/channels/channel-problems.ts'
import { fieldDifferences } from '#parts/forms/field-differences.ts'
import { knownVersion } from '#parts/forms/known-version.ts'
import { useVersionedSave, type SaveConflict, type VersionedSave } from '#parts/forms/use-versioned-save.ts'

const Current = z.looseObject({
  name: z.string(),
  flow: z.object({ name: z.string() }).nullable(),
  config: JsonObject,
  version: z.int(),
})

const labels = [
  ['name', 'Name'],
  ['flow', 'Flow'],
] as const

const versionOf = ({
  name,
  flow,
  config,
}: {
  name: string
  flow: { name: string | null } | null
  config: JsonRecord
}) => ({
  name,
  flow: flow?.name ?? null,
  config,
})

function conflictIn(there: unknown, draft: ChannelDraft): SaveConflict | null {
  const current = Current.safeParse(there)
  if (!current.success) return null
  const mine = versionOf({ name: draft.name.trim(), flow: draft.flow, config: channelConfigIn(draft) })
  return { version: current.data.version, differences: fieldDifferences(labels, mine, versionOf(current.data), []) }
}

/** Saves a draft: creates a channel, or changes the one with `id`. */
export function useSaveChannel(
  id: string | null,
  handlers: {
    /** `secret`: the secret that the service created, shown once; null if there is none. */
    onSaved: (saved: ChannelDetail, secret: string | null) => void
    onRefused: (problems: ChannelProblems) => void
  },
): VersionedSave<ChannelDraft> {
  const create = useApiMutation(channelApi.create)
  const edit = useApiMutation(channelApi.edit)
  const mutation = id === null ? create : edit
  const send = (draft: ChannelDraft, version: number | null) => {
    const onError = (error: ApiError) => {
      const problems = channelServiceProblems(error.fieldErrors)
      if (Object.keys(problems).length > 0) handlers.onRefused(problems)
    }
    const fields = { name: draft.name.trim(), flow: draft.flow?.id ?? null, config: channelConfigIn(draft) }
    const credentials = channelCredentialsIn(draft)
    if (id === null)
      create.mutate(
        { body: { type: draft.type, ...fields, credentials } },
        { onError, onSuccess: ({ secret, ...made }) => handlers.onSaved(made, secret) },
      )
    else
      edit.mutate(
        { id, body: { ...fields, credentials, version: knownVersion(version) } },
        { onError, onSuccess: (saved) => handlers.onSaved(saved, null) },
      )
  }
  return useVersionedSave(mutation, send, conflictIn)
}
