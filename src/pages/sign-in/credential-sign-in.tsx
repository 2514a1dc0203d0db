import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { ProbeTarget } from '#api/request/probe-address.ts'
import { connection } from '#api/connection/connection.ts'
import { baseOf, storeConnection } from '#api/connection/connections.ts'
import { ConnectionTest } from '#parts/connection/connection-test.tsx'
import { CredentialFields, SignInError } from '#parts/connection/credential-fields.tsx'
import { useSignInDraft } from '#parts/connection/use-sign-in-draft.ts'
import { useSignInAttempt } from '#parts/connection/use-sign-in-attempt.ts'
import { EntryLayout } from '#shell/session/entry-layout.tsx'
import { OtherConnections } from '#shell/session/other-connections.tsx'
import { StartScreen } from '#shell/session/start-screen.tsx'
import { safeNext } from '#ui/paths.ts'
import { Button } from '#ui/controls/button.tsx'

/** Sign-in with credentials, which are tested before they are stored; for a service without password sign-in. */
export function CredentialSignIn() {
  const of = connection()
  const base = useQuery({ queryKey: ['connection', of.id, of.base], queryFn: () => baseOf(of), retry: false })
  return base.data === undefined ? <StartScreen /> : <Form base={base.data} />
}

function Form({ base }: { base: string }) {
  const navigate = useNavigate()
  const client = useQueryClient()
  const [params] = useSearchParams()
  const [of] = useState(connection)
  const [testedTarget, setTested] = useState<ProbeTarget | null>(null)
  const signIn = useSignInDraft(of, base)
  const { problem, isBusy, attempt } = useSignInAttempt()
  const enter = () => {
    storeConnection({ ...of, kind: signIn.draft.kind, header: signIn.draft.header.trim() })
    signIn.store(of.id)
    // Refetches the queries that were refused without credentials.
    void client.resetQueries()
    void navigate(safeNext(params.get('next')), { replace: true })
  }
  const send = () => {
    if (signIn.check()) attempt(signIn.target(), enter)
  }
  const test = () => {
    if (signIn.check()) setTested(signIn.target())
  }
  return (
    <EntryLayout
      title="Sign in to the service"
      subtitle={<span className="wrap-anywhere">{base} requires you to sign in.</span>}
      onSubmit={send}
    >
      <SignInError problem={problem} />
      <CredentialFields
        draft={signIn.draft}
        onDraft={signIn.setDraft}
        storedFacts={signIn.storedFacts}
        problems={signIn.problems}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="md" type="submit" busy={isBusy}>
          Sign in
        </Button>
        <Button size="md" onClick={test}>
          Test connection
        </Button>
      </div>
      <OtherConnections />
      {testedTarget !== null && <ConnectionTest name={of.name} target={testedTarget} />}
    </EntryLayout>
  )
}
