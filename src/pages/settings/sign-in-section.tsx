import { Eraser, LogOut } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '#api/query/me.ts'
import { useApiMutation } from '#api/query/query.ts'
import { me, minPassword } from '#contract/account.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { useSignOut } from '#shell/session/sign-out.ts'
import { Button } from '#ui/controls/button.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { PasswordField } from '#ui/controls/text-field.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from './settings-section.tsx'

/**
 * Removes everything that the console stores in this browser: settings, connections, drafts, trash. Unavailable storage
 * is skipped.
 */
async function clearBrowserStorage(): Promise<void> {
  for (const storage of [() => localStorage, () => sessionStorage]) {
    try {
      storage().clear()
    } catch {
      // Storage is unavailable, so there is nothing to remove.
    }
  }
  const databases = await indexedDB.databases().catch(() => [])
  for (const { name } of databases) if (name !== undefined) indexedDB.deleteDatabase(name)
}

const emptyDraft = { current: '', password: '' }

function PasswordForm() {
  const change = useApiMutation(me.password)
  const [draft, setDraft] = useState(emptyDraft)
  const [problems, setProblems] = useState<Partial<typeof emptyDraft>>({})
  const errors = change.error?.fieldErrors ?? {}
  const send = () => {
    const found = {
      ...(draft.current === '' ? { current: 'Enter your current password.' } : {}),
      ...([...draft.password].length < minPassword
        ? {
            password: `Use at least ${minPassword} characters; a sentence works well. This password has ${[...draft.password].length}.`,
          }
        : {}),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    change.mutate(
      { body: draft },
      {
        onSuccess: () => {
          setDraft(emptyDraft)
          showToast({ message: 'Password changed. Your other sessions have ended.' })
        },
      },
    )
  }
  return (
    <form
      className="card grid gap-3 px-4 py-4 *:max-w-[420px]"
      aria-label="Password"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <h3 className="font-medium">Change password</h3>
      <ActionError title="The password was not changed" error={change.error} shownFields={['current', 'password']} />
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        value={draft.current}
        error={problems.current ?? errors['current']?.join(' ')}
        onValue={(current) => setDraft({ ...draft, current })}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${minPassword} characters; a sentence works well. Changing it ends your other sessions.`}
        value={draft.password}
        error={problems.password ?? errors['password']?.join(' ')}
        onValue={(password) => setDraft({ ...draft, password })}
      />
      <div>
        <Button variant="primary" size="md" type="submit" busy={change.isPending}>
          Change password
        </Button>
      </div>
    </form>
  )
}

function ClearDataDialog({ onClose }: { onClose: () => void }) {
  const signOut = useSignOut()
  return (
    <Dialog
      title="Clear browser data?"
      onClose={onClose}
      onSubmit={() => void clearBrowserStorage().then(signOut)}
      actions={
        <DialogActions cancelLabel="Keep it" onCancel={onClose} focusCancel submitLabel="Clear and sign out" danger />
      }
    >
      <p className="text-text-2">
        Removes everything the console stores in this browser, including theme, time zone, shortcuts, drafts,
        connections with credentials and the trash, and signs you out. Data in the service is not affected.
      </p>
    </Dialog>
  )
}

/** The signed-in user, password change, and sign-out. */
export function SignInSection() {
  const who = useMe()
  const signOut = useSignOut()
  const [isClearDialogOpen, setClearDialogOpen] = useState(false)
  return (
    <SettingsSection
      title="Sign-in"
      words={
        who?.person
          ? `${who.person.name || who.person.email}, ${who.person.email}, ${who.role} of ${who.account.name}`
          : null
      }
    >
      {who?.person && <PasswordForm />}
      <SettingsRows>
        <SettingsRow
          title="Sign out"
          words={
            who?.person
              ? 'Ends the session of this browser. Theme and time zone are kept.'
              : 'Removes the credentials of this connection. Theme and time zone are kept.'
          }
        >
          <Button icon={<LogOut />} onClick={signOut}>
            Sign out
          </Button>
        </SettingsRow>
        <SettingsRow
          title="Clear browser data"
          words="For shared computers: also removes everything the console stores in this browser."
        >
          <Button icon={<Eraser />} onClick={() => setClearDialogOpen(true)}>
            Clear browser data
          </Button>
        </SettingsRow>
      </SettingsRows>
      {isClearDialogOpen && <ClearDataDialog onClose={() => setClearDialogOpen(false)} />}
    </SettingsSection>
  )
}
