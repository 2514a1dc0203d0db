/** Saved views in the URL of the inbox. Pure. */
import { conversationFields } from '#contract/conversation.ts'
import type { View } from '#contract/view.ts'
import { filtersOfGroup } from '#parts/filters/groups.ts'
import { writeRules, type Filters } from '#parts/filters/rules.ts'
import { isSameFilter, combinedFilter } from '#parts/filters/combined-filter.ts'

/** Name of the parameter for the saved view that the filter is based on. */
export const savedName = 'view'

/** Filter and order of a saved view; invalid parts of the filter are in `refused`. */
export const savedParts = ({ filter, ordering }: Pick<View, 'filter' | 'ordering'>) => ({
  filters: filtersOfGroup(conversationFields, filter),
  ordering: ordering ?? conversationFields.defaultOrdering,
})

/** URL query with filter and order of a view, so that it also works for users who cannot see the view. */
export function savedQuery(view: Pick<View, 'id' | 'filter' | 'ordering'>): URLSearchParams {
  const { filters, ordering } = savedParts(view)
  const query = writeRules(filters, new URLSearchParams({ [savedName]: view.id }))
  if (ordering !== conversationFields.defaultOrdering) query.set('ordering', ordering)
  return query
}

const refusedText = ({ refused }: Filters): string =>
  refused
    .map(({ name, value }) => `${name}=${value}`)
    .toSorted()
    .join('&')

/** Whether filter and order differ from a view. */
export function isChangedView(
  view: Pick<View, 'filter' | 'ordering'>,
  now: { filters: Filters; ordering: string },
): boolean {
  const saved = savedParts(view)
  return (
    saved.ordering !== now.ordering ||
    !isSameFilter(combinedFilter(saved.filters), combinedFilter(now.filters)) ||
    refusedText(saved.filters) !== refusedText(now.filters)
  )
}
