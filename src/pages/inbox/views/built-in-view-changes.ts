/** A ready-made view that was changed: what it began with stands in the address, so that it can be told and put back. Pure. */
import { isUnfiltered } from '#parts/filters/rules.ts'
import { combinedFilter } from '#parts/filters/combined-filter.ts'
import { isChangedView } from '#parts/lists/saved-view-query.ts'
import { builtInViewId, type BuiltInView as ReadyView } from '#shell/navigation/built-in-views.ts'
import { readInboxView, type InboxView } from '#pages/inbox/inbox-view.ts'

/** Whether a filter and order are no longer those of a ready-made view. */
export function isChangedBuiltInView(ready: ReadyView, now: Pick<InboxView, 'filters' | 'ordering'>): boolean {
  const { filters, ordering } = readInboxView(new URLSearchParams(ready.query), false)
  return isChangedView({ filter: combinedFilter(filters), ordering }, now)
}

/**
 * The next view as the address holds it, where `ready` was shown: with its name where it is changed, without where it is not. Without
 * any filter it is all conversations, and no view that somebody began with.
 */
export function namedAfter(ready: ReadyView | null, next: InboxView): InboxView {
  if (ready === null || (next.saved !== null && next.saved !== builtInViewId(ready))) return next
  const keepsName = !isUnfiltered(next.filters) && isChangedBuiltInView(ready, next)
  return { ...next, saved: keepsName ? builtInViewId(ready) : null }
}
