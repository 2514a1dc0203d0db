import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { ApiError } from '#api/errors.ts'
import { useApiMutation } from '#api/query/query.ts'
import { useConnections } from '#api/connection/use-connections.ts'
import { me, session } from '#contract/account.ts'
import { keyOf } from '#contract/kernel/endpoint.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { EntryLayout } from '#shell/session/entry-layout.tsx'
import { OtherConnections } from '#shell/session/other-connections.tsx'
import { safeNext } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'
import { Note } from '#ui/feedback/note.tsx'
import { PasswordField, TextField } from '#ui/controls/text-field.tsx'

/** Sign-in to the reference service with email and password. */
export function PasswordSignIn({ version }: { version: string | undefined }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [params] = useSearchParams()
  const signIn = useApiMutation(session.create)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [isChecked, setChecked] = useState(false)

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
    <EntryLayout title="Sign in to Flow Console" subtitle={window.location.host} version={version} onSubmit={send}>
      <SignInError error={signIn.error} />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onValue={setEmail}
        error={isChecked && isMissing.email ? 'Enter your email.' : null}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        value={password}
        onValue={setPassword}
        error={isChecked && isMissing.password ? 'Enter your password.' : null}
      />
      <Button variant="primary" size="md" type="submit" busy={signIn.isPending}>
        Sign in
      </Button>
      <p className="text-xs text-text-2">
        Forgot your password? Ask an owner of your account, or an administrator of the service.
      </p>
      {useConnections().all.length > 1 && <OtherConnections />}
    </EntryLayout>
  )
}

/** Error of a sign-in: the first sentence of the service's message is the title, the rest is the text. */
function SignInError({ error }: { error: ApiError | null }) {
  if (error === null) return null
  if (error.status === 0 || error.status >= 500) return <ActionError title="Sign-in failed" error={error} />
  const [, title, rest] = /^(.*?[.!?])(?:\s+(.*))?$/s.exec(error.detail) ?? [null, error.detail, undefined]
  return (
    <Note tone="bad" title={title}>
      {rest}
    </Note>
  )
}
