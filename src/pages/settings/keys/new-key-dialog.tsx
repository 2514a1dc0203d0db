import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useApiMutation } from '#api/query/query.ts'
import { key as keyApi } from '#contract/key.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { Button } from '#ui/controls/button.tsx'
import { copyText } from '#ui/overlays/copy-text.ts'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { SelectField } from '#ui/controls/select-field.tsx'
import { TextField } from '#ui/controls/text-field.tsx'
import { expiries, expiryAt, type Expiry } from './key-expiry.ts'

const scopes = [
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and write' },
] as const
type Scope = (typeof scopes)[number]['value']

/** Shows a new key once. A click outside does not close the dialog. */
function KeyCreatedDialog({ name, text, onClose }: { name: string; text: string | null; onClose: () => void }) {
  return (
    <Dialog
      title="Key created"
      onClose={null}
      onSubmit={onClose}
      actions={
        <Button variant="primary" size="md" type="submit">
          Done
        </Button>
      }
    >
      {text === null ? (
        <Note tone="warn" title="The key cannot be shown">
          <p>
            The key was created by an earlier attempt whose response was lost. Revoke “{name}” and create a new one.
          </p>
        </Note>
      ) : (
        <>
          <Note tone="warn" title="Copy the key now. It is shown once.">
            <p className="mono mt-1 mb-2 wrap-anywhere text-text select-all">{text}</p>
            <Button icon={<Copy />} data-autofocus="" onClick={() => copyText(text)}>
              Copy
            </Button>
          </Note>
          <p className="text-text-2">
            Programs send it as <code className="mono">Authorization: Bearer …</code>. Anyone with the key has its
            permissions: store it as a secret.
          </p>
        </>
      )}
    </Dialog>
  )
}

/** Creates an API key and shows it once. */
export function NewKeyDialog({ onClose }: { onClose: () => void }) {
  const create = useApiMutation(keyApi.create)
  const [draft, setDraft] = useState<{ name: string; scope: Scope; expiry: Expiry }>({
    name: '',
    scope: 'read',
    expiry: '90',
  })
  const [wasSubmitted, setSubmitted] = useState(false)
  /** Fixed when the dialog opens, so that a retry sends the same expiry. */
  const [openedAt] = useState(Date.now)
  const fields = create.error?.fieldErrors ?? {}
  if (create.data) {
    const { key } = create.data
    return <KeyCreatedDialog name={create.data.name} text={typeof key === 'string' ? key : null} onClose={onClose} />
  }
  const nameProblem = wasSubmitted && draft.name.trim() === '' ? 'Enter a name.' : undefined
  const send = () => {
    setSubmitted(true)
    if (draft.name.trim() === '') return
    const { name, scope, expiry } = draft
    create.mutate({ body: { name, scope, expires_at: expiryAt(expiry, openedAt) } })
  }
  return (
    <Dialog
      title="Create key"
      onClose={onClose}
      onSubmit={send}
      actions={<DialogActions onCancel={onClose} submitLabel="Create key" busy={create.isPending} />}
    >
      <ActionError title="The key was not created" error={create.error} shownFields={['name', 'scope', 'expires_at']} />
      <TextField
        label="Name"
        data-autofocus=""
        autoComplete="off"
        hint="The program that uses the key."
        value={draft.name}
        error={nameProblem ?? fields['name']?.join(' ')}
        onValue={(name) => setDraft({ ...draft, name })}
      />
      <SelectField
        label="Permissions"
        value={draft.scope}
        options={scopes}
        error={fields['scope']?.join(' ')}
        onValue={(scope) => setDraft({ ...draft, scope })}
      />
      <SelectField
        label="Expires after"
        value={draft.expiry}
        options={expiries}
        error={fields['expires_at']?.join(' ')}
        onValue={(expiry) => setDraft({ ...draft, expiry })}
      />
    </Dialog>
  )
}
