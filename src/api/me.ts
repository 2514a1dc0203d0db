import { useQuery } from '@tanstack/react-query'
import { me, type Me } from '#contract/account.ts'
import { q } from './query.ts'

/** How long the answer about oneself holds without being asked again. */
const freshMs = 60_000

/** Who is signed in, and what the service offers; null until it is known, and against a service that does not say. */
export function useMe(): Me | null {
  return useQuery({ ...q(me.read, {}), staleTime: freshMs }).data ?? null
}

/** Why the person may not write, or null where nothing speaks against it. The service decides in any case. */
export function useWriteReason(): string | null {
  const who = useMe()
  return who !== null && !who.scopes.includes('write') ? 'You may only read. The owner can change your role.' : null
}

/** Whether the service has an extension; unknown counts as no. */
export function useExtension(name: string): boolean {
  return useMe()?.extensions.includes(name) ?? false
}
