/** Saved views in the URL of their list. Pure. */
import { runFields } from '#contract/billing.ts'
import { conversationFields } from '#contract/conversation.ts'
import type { Catalogue } from '#contract/kernel/catalogue.ts'
import type { View, ViewList } from '#contract/view.ts'
import { filtersOfGroup } from '#parts/filters/groups.ts'
import { writeRules, type Filters } from '#parts/filters/rules.ts'
import { isSameFilter, combinedFilter } from '#parts/filters/combined-filter.ts'

/** Name of the parameter for the saved view that the filter is based on. */
export const savedName = 'view'

const fieldsOfList: Readonly<Record<ViewList, Catalogue>> = { conversation: conversationFields, run: runFields }

type SavedFilter = Pick<View, 'list' | 'filter' | 'ordering'>

const defaultOrderingOf = ({ list }: SavedFilter): string => fieldsOfList[list ?? 'conversation'].defaultOrdering

/** Filter and order of a saved view; invalid parts of the filter are in `refused`. */
export const savedParts = (view: SavedFilter) => ({
  filters: filtersOfGroup(fieldsOfList[view.list ?? 'conversation'], view.filter),
  ordering: view.ordering ?? defaultOrderingOf(view),
})

/** URL query with filter and order of a view, so that it also works for users who cannot see the view. */
export function savedQuery(view: SavedFilter & Pick<View, 'id'>): URLSearchParams {
  const { filters, ordering } = savedParts(view)
  const query = writeRules(filters, new URLSearchParams({ [savedName]: view.id }))
  if (ordering !== defaultOrderingOf(view)) query.set('ordering', ordering)
  return query
}

const refusedText = ({ refused }: Filters): string =>
  refused
    .map(({ name, value }) => `${name}=${value}`)
    .toSorted()
    .join('&')

/** Whether filter and order differ from a view. */
export function isChangedView(view: SavedFilter, now: { filters: Filters; ordering: string }): boolean {
  const saved = savedParts(view)
  return (
    saved.ordering !== now.ordering ||
    !isSameFilter(combinedFilter(saved.filters), combinedFilter(now.filters)) ||
    refusedText(saved.filters) !== refusedText(now.filters)
  )
}
