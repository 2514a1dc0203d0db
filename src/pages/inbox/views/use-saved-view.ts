import { useEffect } from 'react'
import type { View } from '#contract/view.ts'
import { isChangedView, savedQuery } from '#parts/lists/saved-view-query.ts'
import { useSavedViews } from '#parts/lists/use-saved-views.ts'
import type { BuiltInView as ReadyView } from '#shell/navigation/built-in-views.ts'
import { allConversations, isBare, type InboxView } from '#pages/inbox/inbox-view.ts'
import { isChangedBuiltInView, namedAfter } from './built-in-view-changes.ts'

export interface SavedView {
  isOffered: boolean
  all: readonly View[]
  /** The saved view that the URL names, if it exists. */
  current: View | null
  /** The built-in view that the filter is based on. */
  ready: ReadyView | null
  /** The filter or order differs from the view. */
  isChanged: boolean
  /** The view in the URL does not exist: it was deleted, or is another user's private view. */
  isUnknown: boolean
  /** The default view is still loading. */
  isWaiting: boolean
  /** A view for the URL. All conversations are named explicitly, since an empty URL means the default view. */
  addressed: (view: InboxView) => InboxView
}

/** The current view, built-in or saved. An empty URL is replaced by that of the default view. */
export function useSavedView(
  view: InboxView,
  ready: ReadyView | null,
  onReplace: (query: URLSearchParams) => void,
): SavedView {
  const { isOffered, all, isLeaving, isSettled, isReading } = useSavedViews()
  const current = all.find(({ id }) => id === view.saved) ?? null
  const first = all.find((one) => one.is_default) ?? null
  const isNamed = view.saved !== null && view.saved !== allConversations && ready === null && !isLeaving(view.saved)
  const bare = isBare(view)
  const target = bare && first !== null ? String(savedQuery(first)) : null
  useEffect(() => {
    if (target !== null) onReplace(new URLSearchParams(target))
    // oxlint-disable-next-line react/exhaustive-deps -- only another target is a reason to go there
  }, [target])
  return {
    isOffered,
    all,
    current,
    ready,
    isChanged: current !== null ? isChangedView(current, view) : ready !== null && isChangedBuiltInView(ready, view),
    // Not while the views are being fetched: a new view may not be in the list yet.
    isUnknown: isOffered && isSettled && !isReading && isNamed && current === null,
    isWaiting: target !== null || (bare && !isSettled),
    addressed: (asked) => {
      // The URL keeps naming a view with a pending deletion until another one is requested, since it can be restored.
      const next = namedAfter(ready, asked.saved !== null && isLeaving(asked.saved) ? { ...asked, saved: null } : asked)
      return first !== null && isBare(next) ? { ...next, saved: allConversations } : next
    },
  }
}
