/**
 * Changes to a built-in view. The URL names the view that a changed filter is based on, so that it can be restored.
 * Pure.
 */
import { isUnfiltered } from '#parts/filters/rules.ts'
import { combinedFilter } from '#parts/filters/combined-filter.ts'
import { isChangedView } from '#parts/views/saved-view-query.ts'
import { builtInViewId, type BuiltInView } from '#shell/navigation/built-in-views.ts'
import { readInboxView, type InboxView } from '#pages/inbox/inbox-view.ts'

/** Whether filter and order differ from a built-in view. */
export function isChangedBuiltInView(builtIn: BuiltInView, now: Pick<InboxView, 'filters' | 'ordering'>): boolean {
  const { filters, ordering } = readInboxView(new URLSearchParams(builtIn.query), false)
  return isChangedView({ filter: combinedFilter(filters), ordering }, now)
}

/** * The next view for the URL after `builtIn` was displayed. It names `builtIn` if its filter or order differs, else no view;
 * another named view is unchanged. A view without any filter is all conversations, not a changed view.
 */
export function withBaseView(builtIn: BuiltInView | null, next: InboxView): InboxView {
  if (builtIn === null || (next.saved !== null && next.saved !== builtInViewId(builtIn))) return next
  const keepsName = !isUnfiltered(next.filters) && isChangedBuiltInView(builtIn, next)
  return { ...next, saved: keepsName ? builtInViewId(builtIn) : null }
}
