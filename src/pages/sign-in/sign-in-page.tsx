import { useQuery } from '@tanstack/react-query'
import { Navigate, useSearchParams } from 'react-router'
import { connection } from '#api/connection/connection.ts'
import { needsSecret } from '#api/connection/connections.ts'
import { signInHelpIn } from '#api/connection/sign-in-help.ts'
import type { ApiError } from '#api/errors.ts'
import { meQuery } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { setup } from '#contract/account.ts'
import { StartScreen } from '#shell/session/start-screen.tsx'
import { paths, safeNext } from '#ui/paths.ts'
import { PasswordSignIn } from './password-sign-in.tsx'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

/** Lazy, since most services are the reference service, whose form is part of this page's code. */
const CredentialSignIn = lazyPart(async () => (await import('./credential-sign-in.tsx')).CredentialSignIn)

const KeySignIn = lazyPart(async () => (await import('./key-sign-in.tsx')).KeySignIn)

/** Whether the service is temporarily unreachable; it is then assumed to have password sign-in. */
const isAway = (error: ApiError | null): boolean => error !== null && error.isTransient && error.status !== 501

/**
 * Sign-in page: with the key of a product that says how to get one, with a password if the service supports it, else with
 * the connection's credentials.
 */
export function SignInPage() {
  const [params] = useSearchParams()
  const account = useQuery({ ...q(setup.read, {}), retry: false })
  // A user who is already signed in is redirected, for example after a reload during setup.
  const who = useQuery({ ...meQuery, retry: false, retryOnMount: false })

  if (account.data?.needed === true) return <Navigate to={paths.setUp} replace />
  if (who.data !== undefined) return <Navigate to={safeNext(params.get('next'))} replace />
  const help = signInHelpIn(who.error?.body)
  if (help !== null) return <KeySignIn help={help} />
  if (account.isPending) return <StartScreen />
  const hasPasswords = typeof account.data?.needed === 'boolean' || isAway(account.error)
  if (hasPasswords && !needsSecret(connection().kind)) return <PasswordSignIn version={account.data?.service.version} />
  return <CredentialSignIn />
}
