import { useState } from 'react'
import { useApiMutation } from '#api/query/query.ts'
import { minPassword, setup } from '#contract/account.ts'
import { ActionError } from '#parts/display/action-error.tsx'
import { EntryLayout } from '#shell/session/entry-layout.tsx'
import { Button } from '#ui/controls/button.tsx'
import { PasswordField, TextField } from '#ui/controls/text-field.tsx'
import { Steps } from './steps.tsx'

interface Draft {
  code: string
  email: string
  password: string
}

/** Validation messages by field. The service validates the request as well. */
function problemsOf({ code, email, password }: Draft): Partial<Record<keyof Draft, string>> {
  const length = [...password].length
  return {
    ...(code.trim() === '' ? { code: 'Enter the setup code from the URL that the service printed at startup.' } : {}),
    ...(/^\S+@\S+$/.test(email.trim()) ? {} : { email: 'Enter an email address. You sign in with it.' }),
    ...(length < minPassword
      ? { password: `Use at least ${minPassword} characters; a sentence works well. This password has ${length}.` }
      : {}),
  }
}

export function OwnerStep({
  version,
  code,
  onCode,
  onDone,
}: {
  version: string | undefined
  code: string
  onCode: (code: string) => void
  onDone: () => void
}) {
  const create = useApiMutation(setup.create)
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  /** Fields that have lost the focus once; from then on, they are validated while typing. */
  const [blurredFields, setBlurredFields] = useState<ReadonlySet<string>>(new Set())
  const problems = problemsOf({ code, email, password })
  const markBlurred = (field: keyof Draft) => setBlurredFields(new Set([...blurredFields, field]))
  const errorOf = (field: keyof Draft): string | null =>
    (blurredFields.has(field) ? problems[field] : undefined) ?? create.error?.fieldErrors[field]?.[0] ?? null
  const send = () => {
    setBlurredFields(new Set(['code', 'email', 'password']))
    if (Object.keys(problems).length === 0)
      create.mutate({ body: { code: code.trim(), email, password } }, { onSuccess: onDone })
  }
  return (
    <EntryLayout
      title="Create the owner account"
      subtitle="The owner manages people. All data is stored by this service."
      steps={<Steps at="owner" />}
      version={version}
      onSubmit={send}
    >
      <ActionError title="The owner was not created" error={create.error} shownFields={['code', 'email', 'password']} />
      <TextField
        label="Setup code"
        className="font-mono"
        autoComplete="off"
        spellCheck={false}
        value={code}
        onValue={onCode}
        onBlur={() => markBlurred('code')}
        error={errorOf('code')}
        hint="Part of the URL that the service prints at startup."
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onValue={setEmail}
        onBlur={() => email !== '' && markBlurred('email')}
        error={errorOf('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        value={password}
        onValue={setPassword}
        onBlur={() => password !== '' && markBlurred('password')}
        error={errorOf('password')}
        hint={`At least ${minPassword} characters; a sentence works well.`}
      />
      <Button variant="primary" size="md" type="submit" busy={create.isPending}>
        Create owner
      </Button>
    </EntryLayout>
  )
}
