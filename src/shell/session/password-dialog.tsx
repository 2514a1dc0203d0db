import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '#api/query/me.ts'
import { useApiMutation } from '#api/query/query.ts'
import { sessionEnded } from '#api/connection/session-end.ts'
import { session } from '#contract/account.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { paths } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { PasswordField, TextField } from '#ui/controls/text-field.tsx'

/** Dialog for a user whose session ended: asks for the password, then repeats the rejected requests. */
export function SessionPasswordDialog() {
  const client = useQueryClient()
  const signIn = useApiMutation(session.create)
  const [email, setEmail] = useState(useMe()?.person?.email ?? '')
  const [password, setPassword] = useState('')
  const send = () =>
    signIn.mutate(
      { body: { email, password } },
      {
        onSuccess: () => {
          sessionEnded.set(false)
          void client.invalidateQueries()
        },
      },
    )
  return (
    <Dialog
      title="Sign in again?"
      onClose={null}
      onSubmit={send}
      actions={
        <>
          <Button variant="quiet" size="md" onClick={() => window.location.assign(paths.signIn)}>
            Leave this page
          </Button>
          <Button variant="primary" size="md" type="submit" busy={signIn.isPending}>
            Sign in
          </Button>
        </>
      }
    >
      <p className="text-text-2">
        Your session has expired. Your input is kept, and failed requests are retried once you sign in.
      </p>
      <ActionError title="Sign-in failed" error={signIn.error} />
      <TextField label="Email" type="email" autoComplete="username" value={email} onValue={setEmail} />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        data-autofocus=""
        value={password}
        onValue={setPassword}
      />
    </Dialog>
  )
}
