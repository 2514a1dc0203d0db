import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import { connection } from '#api/connection.ts'
import { forgetCredential } from '#api/connections.ts'
import type { ApiError } from '#api/errors.ts'
import { useMe } from '#api/me.ts'
import { session } from '#contract/account.ts'
import { paths } from '#src/paths.ts'
import { showToast } from '#ui/toast.tsx'

/**
 * Ends the session, or forgets what this connection signs in with. The page is loaded anew, so that nothing of the account
 * stays in memory; nothing is read again before that, for nobody is signed in any more.
 */
export function useSignOut(): () => void {
  const hasSession = useMe()?.person != null
  const leave = () => {
    forgetCredential(connection().id)
    window.location.assign(hasSession ? paths.signIn : paths.home)
  }
  const end = useMutation<unknown, ApiError>({
    mutationFn: () => call(session.remove, {}),
    onSuccess: leave,
    onError: () => showToast({ message: 'Not signed out: the service did not answer. Try again.' }),
  })
  return hasSession ? () => end.mutate() : leave
}
