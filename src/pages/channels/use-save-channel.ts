import { useState } from 'react'
import { z } from 'zod'
import type { ApiError } from '#api/errors.ts'
import { useApiMutation } from '#api/query.ts'
import { channel as channelApi, type ChannelDetail } from '#contract/channel.ts'
import { JsonObject } from '#contract/page.ts'
import type { JsonRecord } from '#lib/json.ts'
import { configIn, credentialsIn, type ChannelDraft } from '#parts/channel-form/channel-draft.ts'
import { serviceProblems, type ChannelProblems } from '#parts/channel-form/channel-problems.ts'
import { differences, type Difference } from '#parts/field-differences.ts'
import { knownVersion } from '#parts/known-version.ts'

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

/** The other version, out of the answer to a save that came too late; null where the error is another one. */
function conflictIn(
  error: ApiError | null,
  draft: ChannelDraft,
): { version: number; differences: Difference[] } | null {
  if (error === null || (error.status !== 409 && error.status !== 412)) return null
  const current = Current.safeParse(error.current)
  if (!current.success) return null
  const mine = versionOf({ name: draft.name.trim(), flow: draft.flow, config: configIn(draft) })
  return { version: current.data.version, differences: differences(labels, mine, versionOf(current.data), []) }
}

/** Saves a draft: makes a channel, or changes the one of `id`. */
export function useSaveChannel(
  id: string | null,
  handlers: {
    /** `secret`: what the answer shows this once; null where it shows none. */
    onSaved: (saved: ChannelDetail, secret: string | null) => void
    onRefused: (problems: ChannelProblems) => void
  },
) {
  const create = useApiMutation(channelApi.create)
  const edit = useApiMutation(channelApi.edit)
  const used = id === null ? create : edit
  const [sent, setSent] = useState<ChannelDraft | null>(null)
  const save = (draft: ChannelDraft, version: number | null) => {
    if (used.isPending) return
    setSent(draft)
    const onError = (error: ApiError) => {
      const problems = serviceProblems(error.fieldErrors)
      if (Object.keys(problems).length > 0) handlers.onRefused(problems)
    }
    const fields = { name: draft.name.trim(), flow: draft.flow?.id ?? null, config: configIn(draft) }
    const credentials = credentialsIn(draft)
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
  return {
    save,
    isSaving: used.isPending,
    error: used.error,
    conflict: sent === null ? null : conflictIn(used.error, sent),
    reset: () => used.reset(),
  }
}
