import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router'
import { connection } from '#api/connection/connection.ts'
import { takesSecret } from '#api/connection/connections.ts'
import type { ApiError } from '#api/errors.ts'
import { meQuery } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { setup } from '#contract/account.ts'
import { StartScreen } from '#shell/session/start-screen.tsx'
import { paths, safeNext } from '#ui/paths.ts'
import { PasswordSignIn } from './password-sign-in.tsx'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

/** Most services are the reference service, whose page is here at once. */
const CredentialSignIn = lazyPart(async () => (await import('./credential-sign-in.tsx')).CredentialSignIn)

/** A service that is only away is taken for what it was: one with a sign-in of its own. */
const isAway = (error: ApiError | null): boolean => error !== null && error.isTransient && error.status !== 501

/** Signing in: with a password where the service has a page for that, else with what the connection takes. */
export function SignInPage() {
  const [params] = useSearchParams()
  const account = useQuery({ ...q(setup.read, {}), retry: false })
  // Whoever is signed in already has nothing to do here: after a reload of the set-up, or by a link.
  const who = useQuery({ ...meQuery, retry: false, retryOnMount: false })

  if (account.data?.needed === true) return <Navigate to={paths.setUp} replace />
  if (who.data !== undefined) return <Navigate to={safeNext(params.get('next'))} replace />
  if (account.isPending) return <StartScreen />
  const hasPasswords = typeof account.data?.needed === 'boolean' || isAway(account.error)
  if (hasPasswords && !takesSecret(connection().kind)) return <PasswordSignIn version={account.data?.service.version} />
  return <CredentialSignIn />
}
