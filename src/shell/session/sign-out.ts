import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import { connection } from '#api/connection/connection.ts'
import { removeCredential } from '#api/connection/connections.ts'
import type { ApiError } from '#api/errors.ts'
import { useMe } from '#api/query/me.ts'
import { session } from '#contract/account.ts'
import { signal } from '#lib/signal.ts'
import { paths } from '#ui/paths.ts'
import { showToast } from '#ui/overlays/toast.tsx'

/** Whether sign-out is in progress: live updates are closed, since the service may already reject reads. */
export const isSigningOut = signal(false)

/**
 * Ends the session, or deletes this connection's credentials. The page is reloaded, so that nothing of the account
 * stays in memory; reads are cancelled first, since the service would reject them.
 */
export function useSignOut(): () => void {
  const client = useQueryClient()
  const hasSession = useMe()?.person != null
  const leave = () => {
    removeCredential(connection().id)
    // The browser may show the page as it was when the user goes back.
    window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload())
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
      showToast({ message: 'Sign-out failed. Check that the service is running, then try again.' })
    },
  })
  return hasSession ? () => end.mutate() : leave
}
