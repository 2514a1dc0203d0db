import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet, useLocation } from 'react-router'
import { meQuery } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { setup } from '#contract/account.ts'
import { LoadError } from '#parts/display/load-error.tsx'
import { paths, settingsPath, signInPath } from '#ui/paths.ts'
import { OtherConnections } from './other-connections.tsx'
import { StartScreen } from './start-screen.tsx'

/** Retry interval for a service that is not reachable at the start. */
const againMs = 5_000

/** Statuses that require signing in. */
const strangerStatuses = new Set([401, 403])

/** The page for changing connections: accessible without signing in. */
const connectionPage = settingsPath('connection')

/**
 * Admits signed-in users, and everyone if the service has no sign-in. Others are redirected to the sign-in page or,
 * without an account, to the set-up.
 */
export function SessionGate() {
  const { pathname, search } = useLocation()
  const who = useQuery({
    ...meQuery,
    refetchInterval: ({ state }) => (state.data === undefined && state.error?.isTransient ? againMs : false),
  })
  const isStranger = who.data === undefined && strangerStatuses.has(who.error?.status ?? 0)
  const account = useQuery({ ...q(setup.read, {}), enabled: isStranger, retry: false })

  // The list of all services has to work while this one hangs or refuses.
  if (who.data !== undefined || pathname === paths.allFlows) return <Outlet />
  // It checks the connection when it opens: leaving it meanwhile would repeat that without end.
  if (pathname === connectionPage && who.errorUpdateCount > 0) return <Outlet />
  if (who.error === null) return <StartScreen />
  if (isStranger) {
    if (account.isPending) return <StartScreen />
    return <Navigate to={account.data?.needed ? paths.setUp : signInPath(`${pathname}${search}`)} replace />
  }
  return (
    <main className="grid min-h-dvh items-center">
      <title>Flow Console</title>
      <LoadError what="Your account" error={who.error} onRetry={() => void who.refetch()}>
        <OtherConnections />
      </LoadError>
    </main>
  )
}
