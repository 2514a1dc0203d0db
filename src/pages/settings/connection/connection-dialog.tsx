import { useState } from 'react'
import type { Connection } from '#api/connection/connection.ts'
import { storeConnection } from '#api/connection/connections.ts'
import { CredentialFields } from '#parts/connection/credential-fields.tsx'
import { parseBaseUrl } from '#parts/connection/sign-in-draft.ts'
import { useSignInDraft } from '#parts/connection/use-sign-in-draft.ts'
import { maxName } from '#contract/kernel/limits.ts'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { TextField } from '#ui/controls/text-field.tsx'

interface ConnectionInput {
  name: string
  address: string
}

const nameProblem = (name: string): string | null =>
  name.trim() === ''
    ? 'Enter a name.'
    : name.length > maxName
      ? `Use at most ${maxName} characters. This name has ${name.length}.`
      : null

/**
 * Adds or changes a connection. `base` = the absolute base URL of a connection whose URL cannot be edited, such as the
 * connection to the page's own service; null = the URL can be edited.
 */
export function ConnectionDialog({
  edited,
  base,
  isNew,
  onClose,
  onSaved,
}: {
  edited: Connection
  base: string | null
  isNew: boolean
  onClose: () => void
  onSaved: (connection: Connection) => void
}) {
  const [input, setInput] = useState<ConnectionInput>({ name: edited.name, address: edited.base ?? '' })
  const [wasSubmitted, setSubmitted] = useState(false)
  const [isStorageFull, setStorageFull] = useState(false)
  const read = base === null ? parseBaseUrl(input.address, window.location.href) : { base }
  const signIn = useSignInDraft(edited, 'base' in read ? read.base : '')
  const save = () => {
    setSubmitted(true)
    const isGood = signIn.check()
    if (!isGood || !('base' in read) || nameProblem(input.name) !== null) return
    const { kind, header } = signIn.draft
    const connection = {
      ...edited,
      name: input.name.trim(),
      base: base === null ? read.base : edited.base,
      kind,
      header: header.trim(),
    }
    const isStored = storeConnection(connection)
    setStorageFull(!isStored)
    if (!isStored) return
    signIn.store(connection.id)
    onSaved(connection)
  }
  return (
    <Dialog
      title={
        isNew ? (
          'Add connection'
        ) : (
          <span className="wrap-anywhere">
            Edit “<bdi>{edited.name}</bdi>”
          </span>
        )
      }
      onClose={onClose}
      onSubmit={save}
      actions={<DialogActions onCancel={onClose} submitLabel={isNew ? 'Add and test' : 'Save and test'} />}
    >
      {isStorageFull && (
        <Note tone="bad" title="The connection was not saved">
          <p>Browser storage is unavailable. Allow it for this page, or use the default service.</p>
        </Note>
      )}
      <TextField
        label="Name"
        data-autofocus=""
        autoComplete="off"
        value={input.name}
        error={wasSubmitted ? nameProblem(input.name) : null}
        onValue={(name) => setInput({ ...input, name })}
      />
      {base === null ? (
        <TextField
          label="Base URL"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://example.com/api"
          hint="The part of the URL before /flow/."
          value={input.address}
          error={wasSubmitted && 'problem' in read ? read.problem : null}
          onValue={(address) => setInput({ ...input, address })}
        />
      ) : (
        <div className="field">
          <p className="label">Base URL</p>
          <p className="mono wrap-anywhere">{base}</p>
          <p className="hint">Set by this page.</p>
        </div>
      )}
      <CredentialFields
        draft={signIn.draft}
        onDraft={signIn.setDraft}
        storedFacts={signIn.storedFacts}
        problems={signIn.problems}
      />
    </Dialog>
  )
}
