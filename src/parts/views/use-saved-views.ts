/** The saved views of the user for a list, including shared ones. */
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { view as api, type View, type ViewList } from '#contract/view.ts'
import { signal } from '#lib/signal.ts'

export interface SavedViews {
  /** Whether the service supports views. */
  isOffered: boolean
  /** All views, pinned ones first. */
  all: readonly View[]
  /** Whether a view was deleted or is about to be; `all` does not contain it. */
  isBeingDeleted: (id: string) => boolean
  /** Whether loading has finished, successfully or not. */
  isLoaded: boolean
  /** Whether the views are being loaded or refetched. */
  isFetching: boolean
}

/** Cache time in ms; views rarely change, and events report changes. */
const freshMs = 60_000
const none: readonly View[] = []

/** Ids of views that were deleted in this window or are about to be (`pending-view-deletions.ts`). */
export const pendingViewDeletions = signal<ReadonlySet<string>>(new Set())

/** Views of conversations are requested as they were before lists could be chosen. */
const listInput = (list: ViewList) => ({ limit: maxLimit, ...(list === 'conversation' ? {} : { list }) })

export function useSavedViews(list: ViewList): SavedViews {
  const isOffered = useExtension('views')
  const first = useQuery({ ...q(api.list, listInput(list)), enabled: isOffered, staleTime: freshMs })
  const isLong = (first.data?.next ?? null) !== null
  // A user has at most two pages of views.
  const rest = useQuery({
    ...q(api.list, { ...listInput(list), offset: maxLimit }),
    enabled: isOffered && isLong,
    staleTime: freshMs,
  })
  const pendingDeletions = useSyncExternalStore(pendingViewDeletions.subscribe, pendingViewDeletions.get)
  const firstPage = first.data?.results ?? none
  const listed = isLong && rest.data !== undefined ? [...firstPage, ...rest.data.results] : firstPage
  // A service that ignores the parameter returns the views of conversations.
  const all = listed.filter((view) => (view.list ?? 'conversation') === list)
  return {
    isOffered,
    all: pendingDeletions.size === 0 ? all : all.filter(({ id }) => !pendingDeletions.has(id)),
    isBeingDeleted: (id) => pendingDeletions.has(id),
    isFetching: first.isFetching || rest.isFetching,
    isLoaded: !isOffered || (!first.isPending && !(isLong && rest.isPending)),
  }
}
