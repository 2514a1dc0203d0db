import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation } from 'react-router'
import { q } from '#api/query.ts'
import { me, setup } from '#contract/account.ts'
import { LoadError } from '#parts/load-error.tsx'
import { paths, signInPath } from '#src/paths.ts'
import { Starting } from './starting.tsx'

/** A service that cannot be reached at the start is asked again this often. */
const againMs = 5_000

/** Lets in who is signed in. Others are led to the sign-in page or, where there is no account yet, to the set-up. */
export function Gate() {
  const { pathname, search } = useLocation()
  const who = useQuery({
    ...q(me.read, {}),
    refetchInterval: ({ state }) => (state.data === undefined && state.error?.isTransient ? againMs : false),
  })
  const isStranger = who.data === undefined && who.error?.status === 401
  const account = useQuery({ ...q(setup.read, {}), enabled: isStranger, retry: false })

  // A foreign service without /me/ does not say who one is: its pages decide.
  if (who.data !== undefined || who.error?.status === 404) return <Outlet />
  if (isStranger) {
    if (account.isPending) return <Starting />
    return <Navigate to={account.data?.needed ? paths.setUp : signInPath(`${pathname}${search}`)} replace />
  }
  if (who.error === null) return <Starting />
  return (
    <main className="flex min-h-dvh">
      <title>Flow Console</title>
      <LoadError what="Flow Console" error={who.error} onRetry={() => void who.refetch()} />
    </main>
  )
}
