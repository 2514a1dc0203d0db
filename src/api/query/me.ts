import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { me, type Me } from '#contract/account.ts'
import { safeRepeats } from '#contract/kernel/extensions.ts'
import { keyOf } from '#contract/kernel/endpoint.ts'
import { call } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { missingExtensions } from '#api/connection/missing-extensions.ts'
import { learnService } from '#api/connection/service-kind.ts'

/** Time in ms until `/me/` is refetched. */
const freshMs = 60_000

/** Whether an answer has the shape of the contract: a service may have a different `/me/`. */
const isMe = (answer: Me): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  Array.isArray(answer.extensions) &&
  Array.isArray(answer.scopes) &&
  typeof answer.account === 'object' &&
  answer.account !== null &&
  typeof answer.service === 'object' &&
  answer.service !== null

/**
 * Null if the service does not have the `/me/` of the contract. Rejects with ApiError; 401 if the user has to sign in.
 */
async function readMe(signal: AbortSignal): Promise<Me | null> {
  try {
    const answer = await call(me.read, {}, { signal })
    learnService(isMe(answer))
    return isMe(answer) ? answer : null
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem
    // If the service cannot be reached, the code may not load either.
    const refused = problem.status === 0 ? null : await import('./me-refusal.ts').catch(() => null)
    if (refused === null) throw problem
    const meaning = await refused.meRefusalMeaning(problem, signal)
    if (meaning === 'absent') {
      learnService(false)
      return null
    }
    throw meaning === 'refused' ? refused.signInErrorFor(problem) : problem
  }
}

/** The signed-in user; null if the service does not say. A null answer is not refetched. */
export const meQuery = queryOptions<Me | null, ApiError>({
  queryKey: keyOf(me.read, {}),
  queryFn: ({ signal }) => readMe(signal),
  staleTime: ({ state }) => (state.data === null ? Infinity : freshMs),
})

/** The signed-in user and the extensions of the service; null until it is known, and if the service does not say. */
export function useMe(): Me | null {
  return useQuery(meQuery).data ?? null
}

/** Why the user may not write, or null if nothing forbids it. The service decides in any case. */
export function useWriteReason(): string | null {
  const who = useMe()
  return who !== null && !who.scopes.includes('write')
    ? 'You have read-only access. The owner can change your role.'
    : null
}

/** Whether the service has an extension; false while unknown, and after it turned out to be missing. */
export function useExtension(name: string): boolean {
  const gone = useSyncExternalStore(missingExtensions.subscribe, missingExtensions.get)
  return (useMe()?.extensions.includes(name) ?? false) && !gone.has(name)
}

/** Whether the service guarantees that a write with the same Idempotency-Key is done once; false if it says nothing. */
export const repeatsAreSafe = (client: QueryClient): boolean =>
  client.getQueryData(meQuery.queryKey)?.extensions.includes(safeRepeats) ?? false
