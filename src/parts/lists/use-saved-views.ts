/** The saved views of the user, including shared ones. */
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { view as api, type View } from '#contract/view.ts'
import { signal } from '#lib/signal.ts'

export interface SavedViews {
  /** The service supports views. */
  isOffered: boolean
  /** Pinned ones first. */
  all: readonly View[]
  /** The view is deleted, or about to be: it is not among them. */
  isLeaving: (id: string) => boolean
  /** The views are loaded, or cannot be. */
  isSettled: boolean
  /** The views are being loaded or refetched. */
  isReading: boolean
}

/** Views rarely change, and events report it. */
const freshMs = 60_000
const none: readonly View[] = []

/** Ids of views that were deleted in this window, or are about to be (pending-view-deletions.ts). */
export const pendingViewDeletions = signal<ReadonlySet<string>>(new Set())

export function useSavedViews(): SavedViews {
  const isOffered = useExtension('views')
  const first = useQuery({ ...q(api.list, { limit: maxLimit }), enabled: isOffered, staleTime: freshMs })
  const isLong = (first.data?.next ?? null) !== null
  // An account has at most two pages: shared views, and the user's own.
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
