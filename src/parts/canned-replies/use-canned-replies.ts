import { useQuery } from '@tanstack/react-query'
import { call } from '#api/request/client.ts'
import type { ApiError } from '#api/errors.ts'
import { cannedReply as api, maxCannedReplies, type CannedReply } from '#contract/canned-reply.ts'
import { keyOf } from '#contract/kernel/endpoint.ts'
import { maxLimit } from '#contract/kernel/page.ts'

/** Cache time in ms; replies rarely change, and events report changes. */
const freshMs = 60_000

async function readAll(signal: AbortSignal): Promise<CannedReply[]> {
  const all: CannedReply[] = []
  for (let offset = 0; offset < maxCannedReplies; offset += maxLimit) {
    const { results, next } = await call(api.list, { limit: maxLimit, offset }, { signal })
    all.push(...results)
    if (next === null) break
  }
  return all
}

/** All canned replies of the account, by name. */
export const useCannedReplies = (enabled: boolean) =>
  useQuery<CannedReply[], ApiError>({
    queryKey: [...keyOf(api.list, {}), 'all'],
    queryFn: ({ signal }) => readAll(signal),
    staleTime: freshMs,
    enabled,
  })
