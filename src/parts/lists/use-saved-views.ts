/** The saved views that the person has, shared ones among them. */
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { view as api, type View } from '#contract/view.ts'
import { signal } from '#lib/signal.ts'

export interface SavedViews {
  /** The service keeps views. */
  isOffered: boolean
  /** Pinned ones first. */
  all: readonly View[]
  /** It is deleted here, or about to be: it is not among them. */
  isLeaving: (id: string) => boolean
  /** They are here, or cannot be had. */
  isSettled: boolean
  /** They are read, or read again. */
  isReading: boolean
}

/** Views change seldom, and events tell when. */
const freshMs = 60_000
const none: readonly View[] = []

/** Ids of views that were deleted in this window, or are about to be (pending-view-deletions.ts). */
export const pendingViewDeletions = signal<ReadonlySet<string>>(new Set())

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
  const leaving = useSyncExternalStore(pendingViewDeletions.subscribe, pendingViewDeletions.get)
  const begin = first.data?.results ?? none
  const all = isLong && rest.data !== undefined ? [...begin, ...rest.data.results] : begin
  return {
    isOffered,
    all: leaving.size === 0 ? all : all.filter(({ id }) => !leaving.has(id)),
    isLeaving: (id) => leaving.has(id),
    isReading: first.isFetching || rest.isFetching,
    isSettled: !isOffered || (!first.isPending && !(isLong && rest.isPending)),
  }
}
