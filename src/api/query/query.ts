/**
 * Queries and mutations for React, derived from the contract: keys, retries and invalidation are never written by hand.
 */
import {
  infiniteQueryOptions,
  keepPreviousData,
  QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
  type UseMutationResult,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { keyOf, type AnyEndpoint, type ResponseBody, type Input } from '#contract/kernel/endpoint.ts'
import { mayHaveSucceeded, nextAttempt, type IdempotentAttempt } from '#api/request/idempotency-key.ts'
import { call } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { nextPageStart, type PageStart } from './next-page.ts'

/** Attempts of a read after a transient error, before the error is shown. */
const maxAttempts = 3
/** Maximum pause between two attempts, in ms. */
const maxPauseMs = 8_000
/** A read within this time, in ms, is not repeated when another page opens. */
const staleTimeMs = 5_000

/**
 * A read as options for useQuery: `useQuery(q(flow.list, { search }))`. While another page of a list loads, the
 * previous rows stay.
 */
export const q = <E extends AnyEndpoint>(endpoint: E, input: Input<E>) =>
  queryOptions<ResponseBody<E>, ApiError>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    ...(endpoint.id.endsWith('.list') ? { placeholderData: keepPreviousData } : {}),
  })

const nextOf = (page: unknown): string | null =>
  typeof page === 'object' && page !== null && 'next' in page && typeof page.next === 'string' ? page.next : null

/** A growing list as options for useInfiniteQuery: each page begins at `next` of the previous one. */
export const infinite = <E extends AnyEndpoint>(endpoint: E, input: Input<E>) =>
  infiniteQueryOptions<ResponseBody<E>, ApiError, InfiniteData<ResponseBody<E>>, readonly unknown[], PageStart>({
    queryKey: [...keyOf(endpoint, input), 'growing'],
    queryFn: ({ signal, pageParam }) => call(endpoint, Object.assign({}, input, pageParam), { signal }),
    initialPageParam: {},
    getNextPageParam: (last) => nextPageStart(nextOf(last)),
  })

/**
 * A write: `const rename = useApiMutation(flow.rename)`, then `rename.mutate({ id, body })`. Afterwards all reads that
 * the endpoint changes are refetched. A retry of the same write has the same Idempotency-Key. A write that is called
 * again while it is in progress is sent once.
 * @param complete further work after the response: the write is in progress until it resolves. `since` = start, in ms
 * @param ifMatch version (ETag) of the object that the write expects
 */
export function useApiMutation<E extends AnyEndpoint>(
  endpoint: E,
  complete?: (response: ResponseBody<E>, input: Input<E>, since: number) => Promise<ResponseBody<E>>,
  ifMatch?: string,
): UseMutationResult<ResponseBody<E>, ApiError, Input<E>> {
  const client = useQueryClient()
  const attempt = useRef<IdempotentAttempt | null>(null)
  const inProgress = useRef<{ intent: string; response: Promise<ResponseBody<E>> } | null>(null)
  return useMutation<ResponseBody<E>, ApiError, Input<E>>({
    mutationKey: [endpoint.id],
    mutationFn: (input) => {
      const intent = JSON.stringify(input)
      // The second click of a double click comes before the button is disabled, and gets the write in progress.
      if (inProgress.current?.intent === intent) return inProgress.current.response
      attempt.current = nextAttempt(attempt.current, intent, () => crypto.randomUUID())
      const since = Date.now()
      const sent = call(endpoint, input, { idempotencyKey: attempt.current.key, ifMatch })
      const completed = complete === undefined ? sent : sent.then((body) => complete(body, input, since))
      const response = completed.finally(() => {
        if (inProgress.current?.response === response) inProgress.current = null
      })
      inProgress.current = { intent, response }
      return response
    },
    onSettled: (_answer, error) => {
      const isUncertain = error !== null && mayHaveSucceeded(error)
      if (!isUncertain) attempt.current = null
      // The write may have arrived although its response was lost. A 404 means that the object was deleted elsewhere:
      // the pages that still show it are refetched, and say so.
      const isGone = error?.status === 404 && error.about !== 'endpoint'
      const nouns = isGone ? [endpoint.noun] : error === null || isUncertain ? endpoint.changes : []
      for (const noun of nouns) void client.invalidateQueries({ queryKey: [noun] })
    },
  })
}

const retryRead = (failures: number, error: Error): boolean =>
  error instanceof ApiError && error.isTransient && failures < maxAttempts - 1

function pauseMs(failures: number, error: Error): number {
  const delayMs = error instanceof ApiError && error.retryAfter !== null ? error.retryAfter * 1000 : 400 * 2 ** failures
  return Math.min(delayMs, maxPauseMs) + Math.random() * 200
}

/** The single cache of the console. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // "always": a browser that reports being offline may still reach a service on the same machine.
      queries: { retry: retryRead, retryDelay: pauseMs, staleTime: staleTimeMs, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
