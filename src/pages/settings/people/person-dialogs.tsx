import { useState } from 'react'
import { useMe } from '#api/query/me.ts'
import { useApiMutation } from '#api/query/query.ts'
import { minPassword, Role } from '#contract/account.ts'
import { person as personApi, type Person } from '#contract/person.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { SelectField } from '#ui/controls/select-field.tsx'
import { PasswordField, TextField } from '#ui/controls/text-field.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { roleMeanings, roleWords } from './people-rules.ts'

const roleOptions = Role.options.map((role) => ({ value: role, label: `${roleWords[role]}: ${roleMeanings[role]}` }))

const passwordProblem = (password: string): string | undefined => {
  const { length } = [...password]
  return length < minPassword
    ? `Use at least ${minPassword} characters; a sentence works well. This password has ${length}.`
    : undefined
}
/** Adds a person with an initial password, which the user has to share with that person. */
export function AddPersonDialog({ onClose }: { onClose: () => void }) {
  const add = useApiMutation(personApi.create)
  const [draft, setDraft] = useState<{ name: string; email: string; role: Role; password: string }>({
    name: '',
    email: '',
    role: 'operator',
    password: '',
  })
  const [wasSubmitted, setSubmitted] = useState(false)
  const fields = add.error?.fieldErrors ?? {}
  const problems = {
    name: draft.name.trim() === '' ? 'Enter a name.' : undefined,
    email: draft.email.includes('@') ? undefined : 'Enter an email address.',
    password: passwordProblem(draft.password),
  }
  const errorOf = (field: keyof typeof problems) =>
    (wasSubmitted ? problems[field] : undefined) ?? fields[field]?.join(' ')
  const send = () => {
    setSubmitted(true)
    if (Object.values(problems).some((problem) => problem !== undefined)) return
    add.mutate(
      { body: draft },
      {
        onSuccess: (made) => {
          showToast({ message: `${made.name} was added` })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title="Add person"
      onClose={onClose}
      onSubmit={send}
      actions={<DialogActions onCancel={onClose} submitLabel="Add" busy={add.isPending} />}
    >
      <ActionError
        title="The person was not added"
        error={add.error}
        shownFields={['name', 'email', 'password', 'role']}
      />
      <TextField
        label="Name"
        data-autofocus=""
        autoComplete="off"
        value={draft.name}
        error={errorOf('name')}
        onValue={(name) => setDraft({ ...draft, name })}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        hint="Used to sign in. No invitation is sent."
        value={draft.email}
        error={errorOf('email')}
        onValue={(email) => setDraft({ ...draft, email })}
      />
      <SelectField
        label="Role"
        value={draft.role}
        options={roleOptions}
        error={fields['role']?.join(' ')}
        onValue={(role) => setDraft({ ...draft, role })}
      />
      <PasswordField
        label="Initial password"
        autoComplete="new-password"
        hint={`At least ${minPassword} characters. Share it with the person; they can change it under Sign-in.`}
        value={draft.password}
        error={errorOf('password')}
        onValue={(password) => setDraft({ ...draft, password })}
      />
    </Dialog>
  )
}

/** Sets a new password for a person who forgot theirs. */
export function SetPasswordDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const edit = useApiMutation(personApi.edit)
  const [password, setPassword] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const problem = wasSubmitted ? passwordProblem(password) : undefined
  const send = () => {
    setSubmitted(true)
    if (passwordProblem(password) !== undefined) return
    edit.mutate(
      { id: person.id, body: { password } },
      {
        onSuccess: () => {
          showToast({ message: `${person.name} has a new password` })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title={
        <span className="wrap-anywhere">
          New password for <bdi>{person.name}</bdi>
        </span>
      }
      onClose={onClose}
      onSubmit={send}
      actions={<DialogActions onCancel={onClose} submitLabel="Set password" busy={edit.isPending} />}
    >
      <p className="text-text-2">The previous password and all sessions of this person become invalid immediately.</p>
      <ActionError title="The password was not set" error={edit.error} shownFields={['password']} />
      <PasswordField
        label="New password"
        data-autofocus=""
        autoComplete="new-password"
        hint={`At least ${minPassword} characters; a sentence works well.`}
        value={password}
        error={problem ?? edit.error?.fieldErrors['password']?.join(' ')}
        onValue={setPassword}
      />
    </Dialog>
  )
}

/** Removes a person. This cannot be undone, so the user has to type the name. */
export function RemovePersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const remove = useApiMutation(personApi.remove)
  const self = useMe()?.person?.id === person.id
  const [typed, setTyped] = useState('')
  const [wasSubmitted, setSubmitted] = useState(false)
  const matches = typed.trim().normalize('NFC') === person.name
  const send = () => {
    setSubmitted(true)
    if (!matches) return
    remove.mutate(
      { id: person.id },
      {
        onSuccess: () => {
          showToast({ message: `${person.name} was removed` })
          onClose()
        },
      },
    )
  }
  return (
    <Dialog
      title={
        <span className="wrap-anywhere">
          Remove <bdi>{person.name}</bdi>?
        </span>
      }
      onClose={onClose}
      onSubmit={send}
      actions={
        <DialogActions cancelLabel="Keep" onCancel={onClose} submitLabel="Remove" danger busy={remove.isPending} />
      }
    >
      <p className="text-text-2">
        {self
          ? 'You are signed out immediately, and your keys are revoked.'
          : 'Their sessions end immediately, and their keys are revoked.'}{' '}
        Their activity, flows and conversations are kept.
      </p>
      <ActionError title="The person was not removed" error={remove.error} />
      <TextField
        label={`Type “${person.name}” to remove`}
        data-autofocus=""
        autoComplete="off"
        value={typed}
        error={wasSubmitted && !matches ? `Type “${person.name}”.` : undefined}
        onValue={setTyped}
      />
    </Dialog>
  )
}

/** Confirms that an owner gives up the role, since only another owner can restore it. */
export function GiveUpRoleDialog({
  role,
  onClose,
  onGiveUp,
}: {
  role: Role
  onClose: () => void
  onGiveUp: () => void
}) {
  return (
    <Dialog
      title={`Become ${roleWords[role].toLowerCase()}?`}
      onClose={onClose}
      onSubmit={onGiveUp}
      actions={
        <DialogActions
          cancelLabel="Stay owner"
          onCancel={onClose}
          focusCancel
          submitLabel="Give up owner role"
          danger
        />
      }
    >
      <p className="text-text-2">
        You will no longer manage people and keys. Only another owner can make you an owner again.
      </p>
    </Dialog>
  )
}
