import { useApiMutation } from '#api/query/query.ts'
import { channel as channelApi, type ChannelDetail } from '#contract/channel.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import type { OnSecretCreated } from '#pages/channels/set-up/channel-form-panel.tsx'

/** Creates a new signing secret. The previous one stays valid for a day, so that the sender can be updated. */
export function RotateSecretDialog({
  channel,
  onSecretCreated,
  onClose,
}: {
  channel: ChannelDetail
  onSecretCreated: OnSecretCreated
  onClose: () => void
}) {
  const rotate = useApiMutation(channelApi.rotate)
  const submit = () => {
    if (rotate.isPending) return
    rotate.mutate(
      { id: channel.id },
      {
        onSuccess: ({ id, secret }) => {
          onSecretCreated(id, secret)
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title="Rotate the signing secret?"
      onClose={onClose}
      onSubmit={submit}
      actions={
        <DialogActions
          cancelLabel="Keep current secret"
          onCancel={onClose}
          focusCancel
          submitLabel="Rotate secret"
          busy={rotate.isPending}
        />
      }
    >
      <p className="text-text-2">
        The new secret is shown once. The previous secret stays valid for one more day while you update the sender.
      </p>
      <ActionError title="The secret was not rotated" error={rotate.error} />
    </Dialog>
  )
}
