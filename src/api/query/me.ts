import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { me, type Me } from '#contract/account.ts'
import { safeRepeats } from '#contract/kernel/extensions.ts'
import { keyOf } from '#contract/kernel/endpoint.ts'
import type { Product } from '#contract/product.ts'
import { call } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { missingExtensions } from '#api/connection/missing-extensions.ts'
import { setServiceKind } from '#api/connection/service-kind.ts'

/** Time in ms until `/me/` is stale and may be refetched. */
const staleTimeMs = 60_000

/** Whether a response has the shape of the contract: a service may have a different `/me/`. */
const isMe = (body: Me): boolean =>
  typeof body === 'object' &&
  body !== null &&
  Array.isArray(body.extensions) &&
  Array.isArray(body.scopes) &&
  typeof body.account === 'object' &&
  body.account !== null &&
  typeof body.service === 'object' &&
  body.service !== null &&
  (body.product === undefined || Array.isArray(Object(body.product).lacks))

/**
 * Null if the service does not have the `/me/` of the contract. Rejects with ApiError; 401 if the user has to sign in.
 */
async function readMe(signal: AbortSignal): Promise<Me | null> {
  try {
    const body = await call(me.read, {}, { signal })
    setServiceKind(!isMe(body) ? 'other' : body.product === undefined ? 'reference' : 'product')
    return isMe(body) ? body : null
  } catch (problem) {
    if (!(problem instanceof ApiError)) throw problem
    // If the service cannot be reached, the code may not load either.
    const refusal = problem.status === 0 ? null : await import('./me-refusal.ts').catch(() => null)
    if (refusal === null) throw problem
    const meaning = await refusal.meRefusalMeaning(problem, signal)
    if (meaning === 'absent') {
      setServiceKind('other')
      return null
    }
    throw meaning === 'refused' ? refusal.signInErrorFor(problem) : problem
  }
}

/** The signed-in user; null if the service does not say. Null is not refetched. */
export const meQuery = queryOptions<Me | null, ApiError>({
  queryKey: keyOf(me.read, {}),
  queryFn: ({ signal }) => readMe(signal),
  staleTime: ({ state }) => (state.data === null ? Infinity : staleTimeMs),
})

/** The signed-in user and the extensions of the service; null until it is known, and if the service does not say. */
export function useMe(): Me | null {
  return useQuery(meQuery).data ?? null
}

/** The product behind a connector (docs/connectors.md); null for any other service, and until it is known. */
export const useProduct = (): Product | null => useMe()?.product ?? null

const nothing: readonly string[] = []

/** Ids of the endpoints that the product behind a connector cannot serve; none for any other service. */
export const useMissingEndpoints = (): readonly string[] => useProduct()?.lacks ?? nothing

/** Whether the product behind a connector cannot serve an endpoint, by its id: "flow.archive". */
export const useLacks = (id: string): boolean => useMissingEndpoints().includes(id)

/** Why the user may not write, or null if nothing forbids it. The service decides in any case. */
export function useWriteReason(): string | null {
  const currentUser = useMe()
  return currentUser !== null && !currentUser.scopes.includes('write')
    ? 'You have read-only access. The owner can change your role.'
    : null
}

/** Whether the service has an extension; false while unknown, and after it turned out to be missing. */
export function useExtension(name: string): boolean {
  const missing = useSyncExternalStore(missingExtensions.subscribe, missingExtensions.get)
  return (useMe()?.extensions.includes(name) ?? false) && !missing.has(name)
}

/** Like `useExtension`, outside of React. */
export const hasExtension = (client: QueryClient, name: string): boolean =>
  (client.getQueryData(meQuery.queryKey)?.extensions.includes(name) ?? false) && !missingExtensions.get().has(name)

/** Whether the service guarantees that a write with the same Idempotency-Key is done once; false if it says nothing. */
export const hasSafeRetries = (client: QueryClient): boolean => hasExtension(client, safeRepeats)
