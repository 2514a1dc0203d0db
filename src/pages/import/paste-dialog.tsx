import { useState } from 'react'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { TextArea } from '#ui/controls/text-field.tsx'

/** A flow as text. */
export function PasteDialog({ onText, onClose }: { onText: (text: string) => void; onClose: () => void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const submit = () => {
    if (text.trim() === '') setError('There is nothing to read yet.')
    else onText(text)
  }
  return (
    <Dialog
      title="Paste a flow"
      onClose={onClose}
      onSubmit={submit}
      actions={<DialogActions onKeep={onClose} verb="Read it" />}
    >
      <TextArea
        label="JSON or YAML of a flow"
        hint="Nothing is sent: it is read here, and looked at first."
        error={error}
        rows={10}
        spellCheck={false}
        className="mono"
        value={text}
        onValue={(next) => {
          setText(next)
          setError(null)
        }}
        data-autofocus
      />
    </Dialog>
  )
}
