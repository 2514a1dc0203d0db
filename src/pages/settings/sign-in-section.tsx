import { Eraser, LogOut } from 'lucide-react'
import { useState } from 'react'
import { useMe } from '#api/query/me.ts'
import { useApiMutation } from '#api/query/query.ts'
import { me, minPassword } from '#contract/account.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { clearBrowserStorage } from '#shell/session/clear-browser-storage.ts'
import { useSignOut } from '#shell/session/sign-out.ts'
import { Button } from '#ui/controls/button.tsx'
import { DialogActions } from '#ui/overlays/dialog-actions.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { PasswordField } from '#ui/controls/text-field.tsx'
import { showToast } from '#ui/overlays/toast.tsx'
import { SettingsRow, SettingsRows, SettingsSection } from './settings-section.tsx'

const empty = { current: '', password: '' }

function PasswordForm() {
  const change = useApiMutation(me.password)
  const [draft, setDraft] = useState(empty)
  const [problems, setProblems] = useState<Partial<typeof empty>>({})
  const errors = change.error?.fieldErrors ?? {}
  const send = () => {
    const found = {
      ...(draft.current === '' ? { current: 'Type the password that you have now.' } : {}),
      ...([...draft.password].length < minPassword
        ? { password: `Use at least ${minPassword} characters; a sentence works well.` }
        : {}),
    }
    setProblems(found)
    if (Object.keys(found).length > 0) return
    change.mutate(
      { body: draft },
      {
        onSuccess: () => {
          setDraft(empty)
          showToast({ message: 'Password changed. Your other sessions have ended' })
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
      <h3 className="font-medium">Change the password</h3>
      <ActionError title="The password was not changed" error={change.error} shown={['current', 'password']} />
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
        hint={`At least ${minPassword} characters; a sentence works well. Your other sessions end.`}
        value={draft.password}
        error={problems.password ?? errors['password']?.join(' ')}
        onValue={(password) => setDraft({ ...draft, password })}
      />
      <div>
        <Button look="primary" size="md" type="submit" busy={change.isPending}>
          Change password
        </Button>
      </div>
    </form>
  )
}

function ForgetDialog({ onClose }: { onClose: () => void }) {
  const signOut = useSignOut()
  return (
    <Dialog
      title="Forget this browser?"
      onClose={onClose}
      onSubmit={() => void clearBrowserStorage().then(signOut)}
      actions={<DialogActions keep="Keep it" onKeep={onClose} keepFirst verb="Forget and sign out" danger />}
    >
      <p className="text-text-2">
        Theme, time zone, shortcuts, connections with what signs them in, copies of flows that were deleted here and
        everything else that the console keeps in this browser is removed, and you are signed out. Nothing in the
        service changes.
      </p>
    </Dialog>
  )
}

/** The signed-in user, password change, and sign-out. */
export function SignInSection() {
  const who = useMe()
  const signOut = useSignOut()
  const [forgets, setForgets] = useState(false)
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
              ? 'Ends the session of this browser. Theme and time zone stay.'
              : 'Forgets what this connection signs in with. Theme and time zone stay.'
          }
        >
          <Button icon={<LogOut />} onClick={signOut}>
            Sign out
          </Button>
        </SettingsRow>
        <SettingsRow
          title="Forget this browser"
          words="On a borrowed machine: removes what the console keeps here, too."
        >
          <Button icon={<Eraser />} onClick={() => setForgets(true)}>
            Forget this browser
          </Button>
        </SettingsRow>
      </SettingsRows>
      {forgets && <ForgetDialog onClose={() => setForgets(false)} />}
    </SettingsSection>
  )
}
