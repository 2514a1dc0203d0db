import { useState } from 'react'
import type { Connection } from '#api/connection/connection.ts'
import { keepConnection } from '#api/connection/connections.ts'
import { CredentialFields } from '#parts/connection/credential-fields.tsx'
import { baseIn } from '#parts/connection/sign-in-draft.ts'
import { useSignInDraft } from '#parts/connection/use-sign-in-draft.ts'
import { maxName } from '#contract/kernel/limits.ts'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { TextField } from '#ui/controls/text-field.tsx'

interface Typed {
  name: string
  address: string
}

const nameProblem = (name: string): string | null =>
  name.trim() === '' ? 'Enter a name.' : name.length > maxName ? `Use at most ${maxName} characters.` : null

/**
 * Adds or changes a connection. `base` = the absolute base URL of a connection whose URL cannot be edited, such as the
 * connection to the page's own service; null = the URL can be edited.
 */
export function ConnectionDialog({
  of,
  base,
  isNew,
  onClose,
  onKept,
}: {
  of: Connection
  base: string | null
  isNew: boolean
  onClose: () => void
  onKept: (kept: Connection) => void
}) {
  const [typed, setTyped] = useState<Typed>({ name: of.name, address: of.base ?? '' })
  const [isChecked, setChecked] = useState(false)
  const [isRefused, setRefused] = useState(false)
  const read = base === null ? baseIn(typed.address, window.location.href) : { base }
  const signIn = useSignInDraft(of, 'base' in read ? read.base : '')
  const keep = () => {
    setChecked(true)
    const isGood = signIn.check()
    if (!isGood || !('base' in read) || nameProblem(typed.name) !== null) return
    const { kind, header } = signIn.draft
    const kept = {
      ...of,
      name: typed.name.trim(),
      base: base === null ? read.base : of.base,
      kind,
      header: header.trim(),
    }
    const isKept = keepConnection(kept)
    setRefused(!isKept)
    if (!isKept) return
    signIn.keep(kept.id)
    onKept(kept)
  }
  return (
    <Dialog
      title={
        isNew ? (
          'Add connection'
        ) : (
          <span className="wrap-anywhere">
            Edit “<bdi>{of.name}</bdi>”
          </span>
        )
      }
      onClose={onClose}
      onSubmit={keep}
      actions={<DialogActions onKeep={onClose} verb={isNew ? 'Add and test' : 'Save and test'} />}
    >
      {isRefused && (
        <Note tone="bad" title="The connection was not saved">
          <p>Browser storage is unavailable. Allow it for this page, or use the default service.</p>
        </Note>
      )}
      <TextField
        label="Name"
        data-autofocus=""
        autoComplete="off"
        value={typed.name}
        error={isChecked ? nameProblem(typed.name) : null}
        onValue={(name) => setTyped({ ...typed, name })}
      />
      {base === null ? (
        <TextField
          label="Base URL"
          inputMode="url"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://example.com/api"
          hint="The URL before /flow/."
          value={typed.address}
          error={isChecked && 'problem' in read ? read.problem : null}
          onValue={(address) => setTyped({ ...typed, address })}
        />
      ) : (
        <div className="field">
          <p className="label">Base URL</p>
          <p className="mono wrap-anywhere">{base}</p>
          <p className="hint">Set by this page.</p>
        </div>
      )}
      <CredentialFields draft={signIn.draft} onDraft={signIn.setDraft} kept={signIn.kept} problems={signIn.problems} />
    </Dialog>
  )
}
