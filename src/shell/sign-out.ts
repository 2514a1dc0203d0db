import { useMutation } from '@tanstack/react-query'
import { call } from '#api/client.ts'
import type { ApiError } from '#api/errors.ts'
import { session } from '#contract/account.ts'
import { paths } from '#src/paths.ts'
import { showToast } from '#ui/toast.tsx'

/**
 * Ends the session. The page is loaded anew, so that nothing of the account stays in memory; nothing is read again before
 * that, for nobody is signed in any more.
 */
export function useSignOut(): () => void {
  const end = useMutation<unknown, ApiError>({
    mutationFn: () => call(session.remove, {}),
    onSuccess: () => window.location.assign(paths.signIn),
    onError: () => showToast({ message: 'Not signed out: the service did not answer. Try again.' }),
  })
  return () => end.mutate()
}
