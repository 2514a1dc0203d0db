import { useQueryClient } from '@tanstack/react-query'
import { useApiMutation } from '#api/query.ts'
import { session } from '#contract/account.ts'
import { paths } from '#src/paths.ts'
import { showToast } from '#ui/toast.tsx'

/** Ends the session. The page is loaded anew, so that nothing of the account stays in memory. */
export function useSignOut(): () => void {
  const client = useQueryClient()
  const end = useApiMutation(session.remove)
  return () =>
    end.mutate(
      {},
      {
        onSuccess: () => {
          client.clear()
          window.location.assign(paths.signIn)
        },
        onError: () => showToast({ message: 'Not signed out: the service did not answer. Try again.' }),
      },
    )
}
