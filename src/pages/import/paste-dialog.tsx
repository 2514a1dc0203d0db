import { useState } from 'react'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { TextArea } from '#ui/controls/text-field.tsx'

/** Asks for the text of a flow. */
export function PasteDialog({ onText, onClose }: { onText: (text: string) => void; onClose: () => void }) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const submit = () => {
    if (text.trim() === '') setError('Paste the text of a flow first.')
    else onText(text)
  }
  return (
    <Dialog
      title="Paste a flow"
      onClose={onClose}
      onSubmit={submit}
      actions={<DialogActions onCancel={onClose} submitLabel="Read text" />}
    >
      <TextArea
        label="JSON or YAML of a flow"
        hint="It is read in this browser. Nothing is sent before you review it."
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
