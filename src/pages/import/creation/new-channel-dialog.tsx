import { useState } from 'react'
import type { ApiError } from '#api/errors.ts'
import { useMe } from '#api/query/me.ts'
import { useApiMutation } from '#api/query/query.ts'
import { channel as channelApi, type ChannelDetail } from '#contract/channel.ts'
import { channelDescriptors } from '#contract/channels/descriptors.ts'
import { creatableChannelTypes, type CreatableChannelType } from '#contract/values/channel-type.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import {
  channelConfigIn,
  channelCredentialsIn,
  newChannelDraft,
  channelDrafts,
  type ChannelDraft,
} from '#parts/channels/channel-draft.ts'
import { ChannelFields } from '#parts/channels/channel-fields.tsx'
import { isChannelField, channelServiceProblems } from '#parts/channels/channel-problems.ts'
import { useChannelForm } from '#parts/channels/use-channel-form.ts'
import { channelTypeWord } from '#parts/channels/channel-type.tsx'
import { useDraftOwner } from '#parts/forms/form-panel.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { SelectField } from '#ui/controls/select-field.tsx'

/** All types except webhook: flows only refer to channels with messages. */
const types = creatableChannelTypes
  .filter((type) => type !== 'webhook')
  .map((value) => ({ value, label: channelTypeWord(value) }))

/** Draft of a channel derived from its key: "telegram_orders" suggests a Telegram bot. */
function suggestedDraft(requiredKey: string): ChannelDraft {
  const type = types.find(({ value }) => requiredKey.toLowerCase().includes(value))?.value ?? 'webchat'
  return { ...newChannelDraft(type), name: requiredKey }
}

/**
 * Creates a channel that a flow requires and the account does not have. The channel starts the flow once the flow is
 * imported and active.
 */
export function NewChannelDialog({
  requiredKey,
  onCreated,
  onClose,
}: {
  /** Key of the channel in the flows. */
  requiredKey: string
  onCreated: (channel: ChannelDetail) => void
  onClose: () => void
}) {
  const draftKey = `${useDraftOwner()} import ${requiredKey}`
  const [initialDraft] = useState(() => suggestedDraft(requiredKey))
  const state = useChannelForm(initialDraft, channelDrafts.read(draftKey)?.draft ?? initialDraft, draftKey)
  const { draft, form, formRef } = state
  const currency = useMe()?.account.currency ?? null
  const create = useApiMutation(channelApi.create)
  const onType = (type: CreatableChannelType) => form.set({ type, credentials: newChannelDraft(type).credentials })
  const submit = () => {
    if (create.isPending || !state.check()) return
    const body = {
      type: draft.type,
      name: draft.name.trim(),
      config: channelConfigIn(draft),
      credentials: channelCredentialsIn(draft),
    }
    create.mutate(
      { body },
      {
        onError: ({ fieldErrors }: ApiError) => {
          const problems = channelServiceProblems(fieldErrors)
          if (Object.keys(problems).length > 0) state.showServiceProblems(problems)
        },
        onSuccess: ({ secret: _, ...channel }) => {
          channelDrafts.remove(draftKey)
          onCreated(channel)
        },
      },
    )
  }
  return (
    <Dialog
      title="New channel"
      form={formRef}
      onClose={onClose}
      onSubmit={submit}
      actions={<DialogActions onCancel={onClose} submitLabel="Create channel" busy={create.isPending} />}
    >
      <p className="text-text-2 wrap-anywhere">
        The flow refers to it as “{requiredKey}”. {channelDescriptors[draft.type].summary}
      </p>
      <SelectField label="Type" value={draft.type} options={types} onValue={onType} data-autofocus />
      <ChannelFields form={form} currency={currency} hasFlow={false} />
      <ActionError
        title="The channel was not created"
        error={create.error}
        shownFields={Object.keys(create.error?.fieldErrors ?? {}).filter(isChannelField)}
      />
    </Dialog>
  )
}
