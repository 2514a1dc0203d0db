import type { ReactNode } from 'react'
import type { ApiError } from '#api/errors.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { showToast } from '#ui/overlays/toast.tsx'

/** Confirms a removal, and says that it was done or why it was not. The children say what it means. */
export function RemovalDialog({
  title,
  submitLabel = 'Delete',
  doneMessage,
  failedTitle,
  removal: { error, isPending },
  onRemove,
  onClose,
  children,
}: {
  title: ReactNode
  submitLabel?: string
  doneMessage: string
  failedTitle: string
  removal: { error: ApiError | null; isPending: boolean }
  onRemove: (onSuccess: () => void) => void
  onClose: () => void
  children: ReactNode
}) {
  const onSuccess = () => {
    showToast({ message: doneMessage })
    onClose()
  }
  return (
    <Dialog
      title={<span className="wrap-anywhere">{title}</span>}
      onClose={onClose}
      onSubmit={() => onRemove(onSuccess)}
      actions={
        <DialogActions
          cancelLabel="Keep it"
          onCancel={onClose}
          focusCancel
          submitLabel={submitLabel}
          danger
          busy={isPending}
        />
      }
    >
      <p className="text-text-2">{children}</p>
      <ActionError title={failedTitle} error={error} />
    </Dialog>
  )
}
