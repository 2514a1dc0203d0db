/** Reads and writes for React, derived from the contract: keys, retries and what a write makes stale are never written by hand. */
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
import { keyOf, type AnyEndpoint, type Answer, type Input } from '#contract/kernel/kernel.ts'
import { isUnsettled, nextAttempt, type IdempotentAttempt } from '#api/request/attempt-key.ts'
import { call } from '#api/request/client.ts'
import { ApiError } from '#api/errors.ts'
import { placeOfNext, type PagePlace } from './next-page.ts'

/** A read is tried this often before its error is shown. */
const maxTries = 3
/** Longest pause between two tries: beyond, a person reads the error and decides. */
const maxPauseMs = 8_000
/** A list that was read a moment ago is not read again just because a page opens. */
const freshMs = 5_000

/** A read as options for useQuery: `useQuery(q(flow.list, { search }))`. While another page of a list loads, the old rows stay. */
export const q = <E extends AnyEndpoint>(endpoint: E, input: Input<E>) =>
  queryOptions<Answer<E>, ApiError>({
    queryKey: keyOf(endpoint, input),
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    ...(endpoint.id.endsWith('.list') ? { placeholderData: keepPreviousData } : {}),
  })

const nextOf = (page: unknown): string | null =>
  typeof page === 'object' && page !== null && 'next' in page && typeof page.next === 'string' ? page.next : null

/** A list that grows at its end, as options for useInfiniteQuery: each page begins where `next` of the one before says. */
export const infinite = <E extends AnyEndpoint>(endpoint: E, input: Input<E>) =>
  infiniteQueryOptions<Answer<E>, ApiError, InfiniteData<Answer<E>>, readonly unknown[], PagePlace>({
    queryKey: [...keyOf(endpoint, input), 'growing'],
    queryFn: ({ signal, pageParam }) => call(endpoint, Object.assign({}, input, pageParam), { signal }),
    initialPageParam: {},
    getNextPageParam: (last) => placeOfNext(nextOf(last)),
  })

/**
 * A write: `const rename = useApiMutation(flow.rename)`, then `rename.mutate({ id, body })`. Afterwards everything that the
 * endpoint says it changes is read again. A second try of the same write carries the same Idempotency-Key; the same write
 * once more while it is under way is one write.
 * @param complete what else belongs to the write: it is under way until this resolves. `since` = when it began, in ms
 */
export function useApiMutation<E extends AnyEndpoint>(
  endpoint: E,
  complete?: (answer: Answer<E>, input: Input<E>, since: number) => Promise<Answer<E>>,
): UseMutationResult<Answer<E>, ApiError, Input<E>> {
  const client = useQueryClient()
  const attempt = useRef<IdempotentAttempt | null>(null)
  const underWay = useRef<{ intention: string; answer: Promise<Answer<E>> } | null>(null)
  return useMutation<Answer<E>, ApiError, Input<E>>({
    mutationKey: [endpoint.id],
    mutationFn: (input) => {
      const intention = JSON.stringify(input)
      // A double press comes before the button says that it is busy: it means the write that is under way.
      if (underWay.current?.intention === intention) return underWay.current.answer
      attempt.current = nextAttempt(attempt.current, intention, () => crypto.randomUUID())
      const since = Date.now()
      const written = call(endpoint, input, { idempotencyKey: attempt.current.key })
      const whole = complete === undefined ? written : written.then((made) => complete(made, input, since))
      const answer = whole.finally(() => {
        if (underWay.current?.answer === answer) underWay.current = null
      })
      underWay.current = { intention, answer }
      return answer
    },
    onSettled: (_answer, error) => {
      const unsettled = error !== null && isUnsettled(error)
      if (!unsettled) attempt.current = null
      // After a lost answer the write may have arrived all the same.
      // What is not there was deleted elsewhere: the pages that still show it look again, and say so.
      const isGone = error?.status === 404 && error.about !== 'endpoint'
      const nouns = isGone ? [endpoint.noun] : error === null || unsettled ? endpoint.changes : []
      for (const noun of nouns) void client.invalidateQueries({ queryKey: [noun] })
    },
  })
}

const retryRead = (failures: number, error: Error): boolean =>
  error instanceof ApiError && error.isTransient && failures < maxTries - 1

function pauseMs(failures: number, error: Error): number {
  const asked = error instanceof ApiError && error.retryAfter !== null ? error.retryAfter * 1000 : 400 * 2 ** failures
  return Math.min(asked, maxPauseMs) + Math.random() * 200
}

/** The one cache of the console. */
export function makeQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // "always": a browser that believes to be offline may still reach a service on the same machine.
      queries: { retry: retryRead, retryDelay: pauseMs, staleTime: freshMs, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
