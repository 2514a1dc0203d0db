import { useState } from 'react'
import { fieldOfInstant, instantOfField } from '#lib/time/local-time.ts'
import { useZone } from '#parts/display/zone.ts'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { TextField } from '#ui/controls/text-field.tsx'

const day = 86_400_000

/** Dialog for a custom time until which a conversation is snoozed. */
export function SnoozeDialog({
  name,
  onSnooze,
  onClose,
}: {
  /** The conversation: "#48220". */
  name: string
  onSnooze: (at: string) => void
  onClose: () => void
}) {
  const zone = useZone()
  const [text, setText] = useState(() => fieldOfInstant(Date.now() + day, zone))
  const [error, setError] = useState<string | null>(null)
  const submit = () => {
    const at = instantOfField(text, zone)
    if (at === null) setError('Choose a date and time.')
    else if (Date.parse(at) <= Date.now()) setError('This time is in the past. Choose a later one.')
    else onSnooze(at)
  }
  return (
    <Dialog
      title={`Snooze ${name} until`}
      onClose={onClose}
      onSubmit={submit}
      actions={<DialogActions onCancel={onClose} submitLabel="Snooze" />}
    >
      <TextField
        label="Date and time"
        type="datetime-local"
        hint={`Time zone: ${zone}`}
        error={error ?? undefined}
        value={text}
        onValue={(value) => {
          setText(value)
          setError(null)
        }}
      />
    </Dialog>
  )
}
