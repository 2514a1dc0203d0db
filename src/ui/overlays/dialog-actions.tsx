import { Button } from '#ui/controls/button.tsx'

/** The two buttons of a form dialog: one that cancels, and the verb that submits. */
export function DialogActions({
  cancelLabel = 'Cancel',
  onCancel,
  focusCancel = false,
  submitLabel,
  danger = false,
  busy = false,
}: {
  cancelLabel?: string
  onCancel: () => void
  /** The focus starts at the cancel button, so that Enter changes nothing. */
  focusCancel?: boolean
  submitLabel: string
  /** The action is irreversible. */
  danger?: boolean
  busy?: boolean
}) {
  return (
    <>
      <Button size="md" data-autofocus={focusCancel ? '' : undefined} onClick={onCancel}>
        {cancelLabel}
      </Button>
      <Button variant={danger ? 'danger-solid' : 'primary'} size="md" type="submit" busy={busy}>
        {submitLabel}
      </Button>
    </>
  )
}
