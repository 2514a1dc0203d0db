import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { me, type Me } from '#contract/account.ts'
import { safeRepeats } from '#contract/kernel/safe-repeats.ts'
import { keyOf } from '#contract/kernel/kernel.ts'
import { call } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { missingExtensions } from '#api/connection/missing-extensions.ts'
import { learnService } from '#api/connection/service-kind.ts'

/** How long the answer about oneself holds without being asked again. */
const freshMs = 60_000

/** Whether an answer is ours: services have a `/me/` of their own, which says other things. */
const isMe = (answer: Me): boolean =>
  typeof answer === 'object' &&
  answer !== null &&
  Array.isArray(answer.extensions) &&
  Array.isArray(answer.scopes) &&
  typeof answer.account === 'object' &&
  answer.account !== null &&
  typeof answer.service === 'object' &&
  answer.service !== null

/** Null against a service that does not say who one is, whatever it answers in its place. Rejects with ApiError; 401 where one has to sign in. */
async function readMe(signal: AbortSignal): Promise<Me | null> {
  try {
    const answer = await call(me.read, {}, { signal })
    learnService(isMe(answer))
    return isMe(answer) ? answer : null
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem
    // Where nothing answered, there is nothing to load either.
    const refused = problem.status === 0 ? null : await import('./me-refusal.ts').catch(() => null)
    if (refused === null) throw problem
    const meaning = await refused.meRefusalMeaning(problem, signal)
    if (meaning === 'absent') {
      learnService(false)
      return null
    }
    throw meaning === 'refused' ? refused.refusalAt(problem) : problem
  }
}

/** Who is signed in; null where the service does not say. What does not say it is not asked again and again. */
export const meQuery = queryOptions<Me | null, ApiError>({
  queryKey: keyOf(me.read, {}),
  queryFn: ({ signal }) => readMe(signal),
  staleTime: ({ state }) => (state.data === null ? Infinity : freshMs),
})

/** Who is signed in, and what the service offers; null until it is known, and against a service that does not say. */
export function useMe(): Me | null {
  return useQuery(meQuery).data ?? null
}

/** Why the person may not write, or null where nothing speaks against it. The service decides in any case. */
export function useWriteReason(): string | null {
  const who = useMe()
  return who !== null && !who.scopes.includes('write')
    ? 'You have read-only access. The owner can change your role.'
    : null
}

/** Whether the service has an extension; unknown counts as no, and so does one that turned out not to be there. */
export function useExtension(name: string): boolean {
  const gone = useSyncExternalStore(missingExtensions.subscribe, missingExtensions.get)
  return (useMe()?.extensions.includes(name) ?? false) && !gone.has(name)
}

/** Whether the service promises that a write with the same Idempotency-Key is done once; one that says nothing does not. */
export const repeatsAreSafe = (client: QueryClient): boolean =>
  client.getQueryData(meQuery.queryKey)?.extensions.includes(safeRepeats) ?? false
