import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '#api/request/client.ts'
import type { ApiError } from '#api/errors.ts'
import { channel as channelApi, type Channel } from '#contract/channel.ts'
import { channelDescriptorOf } from '#contract/channels/descriptors.ts'
import { count } from '#lib/count.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { showToast } from '#ui/overlays/toast.tsx'

function deletionEffects({ type, flow, pending_count: pending }: Channel): string[] {
  const descriptor = channelDescriptorOf(type)
  return [
    ...(descriptor === null ? [] : [descriptor.afterDelete]),
    flow === null
      ? 'It does not start a flow.'
      : `It no longer starts “${flow.name}”, and flows that send messages through it fail.`,
    ...(pending > 0 ? [`${count(pending, 'queued message')} will not be sent.`] : []),
    'Its conversations and runs are kept.',
  ]
}

/** Confirms an irreversible deletion: shows the effects, and asks for the name if the channel starts a flow. */
export function DeleteChannelDialog({
  channel,
  onClose,
  onDeleted,
}: {
  channel: Channel
  onClose: () => void
  onDeleted: () => void
}) {
  const client = useQueryClient()
  const remove = useMutation<null, ApiError>({
    mutationFn: () => call(channelApi.remove, { id: channel.id }),
    onSuccess: () => {
      // Reads of the deleted channel itself are not refetched.
      const isOther = ({ queryKey }: { queryKey: readonly unknown[] }) => !JSON.stringify(queryKey).includes(channel.id)
      for (const noun of channelApi.remove.changes)
        void client.invalidateQueries({ queryKey: [noun], predicate: isOther })
      void client.invalidateQueries({ queryKey: ['channel'], refetchType: 'none' })
      showToast({ message: `“${channel.name}” was deleted` })
      onDeleted()
    },
  })
  const [typedName, setTypedName] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const isBound = channel.flow !== null
  const isNameWrong = isBound && typedName.trim() !== channel.name.trim()
  const submit = () => {
    setSubmitted(true)
    if (!isNameWrong && !remove.isPending) remove.mutate()
  }
  return (
    <Dialog
      title={`Delete “${channel.name}”?`}
      className="wrap-anywhere"
      onClose={onClose}
      onSubmit={submit}
      actions={
        <DialogActions
          cancelLabel="Keep it"
          onCancel={onClose}
          focusCancel={!isBound}
          submitLabel="Delete channel"
          danger
          busy={remove.isPending}
        />
      }
    >
      <div className="text-text-2">
        <p>This cannot be undone.</p>
        <ul className="mt-1 grid list-disc gap-1 pl-5">
          {deletionEffects(channel).map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </div>
      {isBound && (
        <TextField
          label="Type the name to delete it"
          value={typedName}
          onValue={setTypedName}
          autoComplete="off"
          error={wasSubmitted && isNameWrong ? `Type “${channel.name}”.` : null}
        />
      )}
      <ActionError title="The channel was not deleted" error={remove.error} />
    </Dialog>
  )
}
