import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import { connection } from '#api/connection/connection.ts'
import { forgetCredential } from '#api/connection/connections.ts'
import type { ApiError } from '#api/errors.ts'
import { useMe } from '#api/query/me.ts'
import { session } from '#contract/account.ts'
import { signal } from '#lib/signal.ts'
import { paths } from '#ui/paths.ts'
import { showToast } from '#ui/overlays/toast.tsx'

/** Whether the session is being ended: who goes hears nothing more, and what they would have read by it is refused already. */
export const isSigningOut = signal(false)

/**
 * Ends the session, or forgets what this connection signs in with. The page is loaded anew, so that nothing of the account
 * stays in memory; nothing is read again before that, for nobody is signed in any more.
 */
export function useSignOut(): () => void {
  const client = useQueryClient()
  const hasSession = useMe()?.person != null
  const leave = () => {
    forgetCredential(connection().id)
    window.location.assign(hasSession ? paths.signIn : paths.home)
  }
  const end = useMutation<unknown, ApiError>({
    onMutate: () => {
      isSigningOut.set(true)
      return client.cancelQueries()
    },
    mutationFn: () => call(session.remove, {}),
    onSuccess: leave,
    onError: () => {
      isSigningOut.set(false)
      showToast({ message: 'Sign-out failed because the service did not respond. Try again.' })
    },
  })
  return hasSession ? () => end.mutate() : leave
}
