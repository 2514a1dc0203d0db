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
  /** The one that the page began with, while it is there. */
  current: View | null
  /** The ready-made one that the page began with. */
  ready: ReadyView | null
  /** What is shown is no longer what the one or the other holds. */
  isChanged: boolean
  /** The address names one that is not there: deleted, or somebody else's own. */
  isUnknown: boolean
  /** Whether another view takes the place of the address is not known yet. */
  isWaiting: boolean
  /** The same view as it has to stand in the address: nothing at all would mean the one that opens first. */
  addressed: (view: InboxView) => InboxView
}

/** The view of the page, ready-made or saved. An address without anything leads to the one that opens first. */
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
    // A view that was just made is read a moment later.
    isUnknown: isOffered && isSettled && !isReading && isNamed && current === null,
    isWaiting: target !== null || (bare && !isSettled),
    addressed: (asked) => {
      // The name of a view that is deleted stays only until something else is asked for: until then it can come back.
      const next = namedAfter(ready, asked.saved !== null && isLeaving(asked.saved) ? { ...asked, saved: null } : asked)
      return first !== null && isBare(next) ? { ...next, saved: allConversations } : next
    },
  }
}
