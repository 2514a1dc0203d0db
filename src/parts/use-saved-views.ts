/** The saved views that the person has, shared ones among them. */
import { useQuery } from '@tanstack/react-query'
import { useExtension } from '#api/me.ts'
import { q } from '#api/query.ts'
import { maxLimit } from '#contract/page.ts'
import { view as api, type View } from '#contract/view.ts'

export interface SavedViews {
  /** The service keeps views. */
  isOffered: boolean
  /** Pinned ones first. */
  all: readonly View[]
  /** They are here, or cannot be had. */
  isSettled: boolean
  /** They are read, or read again. */
  isReading: boolean
}

/** Views change seldom, and events tell when. */
const freshMs = 60_000
const none: readonly View[] = []

export function useSavedViews(): SavedViews {
  const isOffered = useExtension('views')
  const first = useQuery({ ...q(api.list, { limit: maxLimit }), enabled: isOffered, staleTime: freshMs })
  const isLong = (first.data?.next ?? null) !== null
  // An account has two pages of them at the most: shared ones, and the person's own.
  const rest = useQuery({
    ...q(api.list, { limit: maxLimit, offset: maxLimit }),
    enabled: isOffered && isLong,
    staleTime: freshMs,
  })
  const all = first.data?.results ?? none
  return {
    isOffered,
    all: isLong && rest.data !== undefined ? [...all, ...rest.data.results] : all,
    isReading: first.isFetching || rest.isFetching,
    isSettled: !isOffered || (!first.isPending && !(isLong && rest.isPending)),
  }
}
