import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { connection } from '#api/connection/connection.ts'
import { baseOf, storeConnection } from '#api/connection/connections.ts'
import { sessionEnded, deferSignIn } from '#api/connection/session-end.ts'
import { CredentialFields, SignInError } from '#parts/connection/credential-fields.tsx'
import { useSignInDraft } from '#parts/connection/use-sign-in-draft.ts'
import { useSignInAttempt } from '#parts/connection/use-sign-in-attempt.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

/**
 * Asks for new credentials when a service without sessions rejects the current ones. The new ones are tested, then the
 * rejected requests are repeated.
 */
export function CredentialDialog() {
  const client = useQueryClient()
  const [of] = useState(connection)
  const base =
    useQuery({ queryKey: ['connection', of.id, of.base], queryFn: () => baseOf(of), retry: false }).data ?? ''
  const signIn = useSignInDraft(of, base)
  const { problem, isBusy, attempt } = useSignInAttempt()
  const enter = () => {
    storeConnection({ ...of, kind: signIn.draft.kind, header: signIn.draft.header.trim() })
    signIn.store(of.id)
    sessionEnded.set(false)
    void client.invalidateQueries()
  }
  const send = () => {
    if (base !== '' && signIn.check()) attempt(signIn.target(), enter)
  }
  return (
    <Dialog
      title="Sign in again?"
      onClose={null}
      onSubmit={send}
      actions={
        <>
          <Button variant="quiet" size="md" onClick={deferSignIn}>
            Continue without signing in
          </Button>
          <Button variant="primary" size="md" type="submit" busy={isBusy}>
            Sign in
          </Button>
        </>
      }
    >
      <p className="text-text-2 wrap-anywhere">
        <bdi>{of.name}</bdi> requires a sign-in. Your input is kept, and failed requests are retried once you sign in.
      </p>
      <SignInError problem={problem} />
      <CredentialFields
        draft={signIn.draft}
        onDraft={signIn.setDraft}
        storedFacts={signIn.storedFacts}
        problems={signIn.problems}
      />
    </Dialog>
  )
}
