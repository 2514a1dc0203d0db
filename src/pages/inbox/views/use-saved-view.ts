import { useEffect } from 'react'
import type { View } from '#contract/view.ts'
import { isChangedView, savedQuery } from '#parts/views/saved-view-query.ts'
import { useSavedViews } from '#parts/views/use-saved-views.ts'
import type { BuiltInView } from '#shell/navigation/built-in-views.ts'
import { allConversations, isBare, type InboxView } from '#pages/inbox/inbox-view.ts'
import { isChangedBuiltInView, withBaseView } from './built-in-view-changes.ts'

export interface SavedView {
  isOffered: boolean
  all: readonly View[]
  /** The saved view that the URL names, if it exists. */
  current: View | null
  /** The built-in view that the filter is based on. */
  builtIn: BuiltInView | null
  /** The filter or order differs from the view. */
  isChanged: boolean
  /** The view in the URL does not exist: it was deleted, or is another user's private view. */
  isUnknown: boolean
  /** The views are still loading, or the default view is about to be displayed. */
  isWaiting: boolean
  /** A view for the URL. If there is a default view, all conversations are named: an empty URL means the default. */
  toUrlView: (view: InboxView) => InboxView
}

/** The current view, built-in or saved. An empty URL is replaced by that of the default view. */
export function useSavedView(
  view: InboxView,
  builtIn: BuiltInView | null,
  onReplace: (query: URLSearchParams) => void,
): SavedView {
  const { isOffered, all, isBeingDeleted, isLoaded, isFetching } = useSavedViews('conversation')
  const current = all.find(({ id }) => id === view.saved) ?? null
  const defaultView = all.find((one) => one.is_default) ?? null
  const isNamed =
    view.saved !== null && view.saved !== allConversations && builtIn === null && !isBeingDeleted(view.saved)
  const isUrlEmpty = isBare(view)
  const target = isUrlEmpty && defaultView !== null ? String(savedQuery(defaultView)) : null
  useEffect(() => {
    if (target !== null) onReplace(new URLSearchParams(target))
    // oxlint-disable-next-line react/exhaustive-deps -- only another target is a reason to go there
  }, [target])
  return {
    isOffered,
    all,
    current,
    builtIn,
    isChanged:
      current !== null ? isChangedView(current, view) : builtIn !== null && isChangedBuiltInView(builtIn, view),
    // Not while the views are being fetched: a new view may not be in the list yet.
    isUnknown: isOffered && isLoaded && !isFetching && isNamed && current === null,
    isWaiting: target !== null || (isUrlEmpty && !isLoaded),
    toUrlView: (asked) => {
      // The URL keeps naming a view with a pending deletion until another one is requested, since it can be restored.
      const next = withBaseView(
        builtIn,
        asked.saved !== null && isBeingDeleted(asked.saved) ? { ...asked, saved: null } : asked,
      )
      return defaultView !== null && isBare(next) ? { ...next, saved: allConversations } : next
    },
  }
}
