import { useState } from 'react'
import { fetchFile } from '#api/request/fetch-file.ts'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { TextField } from '#ui/controls/text-field.tsx'

/** Asks for the URL of a file. Only URLs of this origin work: most other sites do not allow a page to read them. */
export function AddressDialog({ onFile, onClose }: { onFile: (file: File) => void; onClose: () => void }) {
  const [address, setAddress] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const submit = async () => {
    if (isBusy) return
    setBusy(true)
    const fetched = await fetchFile(address)
    setBusy(false)
    if (typeof fetched === 'string') setError(fetched)
    else onFile(fetched)
  }
  return (
    <Dialog
      title="Import from a URL"
      onClose={onClose}
      onSubmit={() => void submit()}
      actions={<DialogActions onCancel={onClose} submitLabel="Read file" busy={isBusy} />}
    >
      <TextField
        label="URL"
        hint={`A URL of ${location.origin}, such as the export of a flow.`}
        error={error}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        value={address}
        onValue={(next) => {
          setAddress(next)
          setError(null)
        }}
        data-autofocus
      />
    </Dialog>
  )
}
