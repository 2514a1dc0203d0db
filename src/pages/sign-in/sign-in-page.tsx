import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useNavigate, useSearchParams } from 'react-router'
import type { ApiError } from '#api/errors.ts'
import { q, useApiMutation } from '#api/query.ts'
import { me, session, setup } from '#contract/account.ts'
import { keyOf } from '#contract/kernel.ts'
import { ActionError } from '#parts/action-error.tsx'
import { Entry } from '#shell/entry.tsx'
import { paths, safeNext } from '#src/paths.ts'
import { Button } from '#ui/button.tsx'
import { Note } from '#ui/note.tsx'
import { PasswordField, TextField } from '#ui/text-field.tsx'

export function SignInPage() {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [params] = useSearchParams()
  const account = useQuery({ ...q(setup.read, {}), retry: false })
  // Whoever is signed in already has nothing to do here: after a reload of the set-up, or by a link.
  const who = useQuery({ ...q(me.read, {}), retry: false, retryOnMount: false })
  const signIn = useApiMutation(session.create)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)

  if (account.data?.needed) return <Navigate to={paths.setUp} replace />
  if (who.data !== undefined) return <Navigate to={safeNext(params.get('next'))} replace />

  const isMissing = { email: email.trim() === '', password: password === '' }
  const send = () => {
    setChecked(true)
    if (isMissing.email || isMissing.password) return
    signIn.mutate(
      { body: { email, password } },
      {
        onSuccess: (answer) => {
          client.setQueryData(keyOf(me.read, {}), answer)
          void navigate(safeNext(params.get('next')), { replace: true })
        },
      },
    )
  }
  return (
    <Entry
      title="Sign in to Flow Console"
      under={window.location.host}
      version={account.data?.service.version}
      onSubmit={send}
    >
      <SignInError error={signIn.error} />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onValue={setEmail}
        error={isChecked && isMissing.email ? 'Type the email that you sign in with.' : null}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        value={password}
        onValue={setPassword}
        error={isChecked && isMissing.password ? 'Type the password.' : null}
      />
      <Button look="primary" size="md" type="submit" busy={signIn.isPending}>
        Sign in
      </Button>
      <p className="text-xs text-text-2">Forgot it? Whoever runs the service can set a new one.</p>
    </Entry>
  )
}

/** The first sentence of the service is the title: what happened; the others say what follows from it. */
function SignInError({ error }: { error: ApiError | null }) {
  if (error === null) return null
  if (error.status === 0 || error.status >= 500) return <ActionError title="Signing in did not work." error={error} />
  const [, title, rest] = /^(.*?[.!?])(?:\s+(.*))?$/s.exec(error.detail) ?? [null, error.detail, undefined]
  return (
    <Note tone="bad" title={title}>
      {rest}
    </Note>
  )
}
