/** A saved view as the URL of the inbox holds it. Pure. */
import { conversationFields } from '#contract/conversation.ts'
import type { View } from '#contract/view.ts'
import { filtersOfGroup } from '#parts/filters/groups.ts'
import { writeRules, type Filters } from '#parts/filters/rules.ts'
import { isSameFilter, combinedFilter } from '#parts/filters/combined-filter.ts'

/** The parameter that names the saved view which a filter began with. */
export const savedName = 'view'

/** Its filter and order; what of the filter cannot be read is in `refused`. */
export const savedParts = ({ filter, ordering }: Pick<View, 'filter' | 'ordering'>) => ({
  filters: filtersOfGroup(conversationFields, filter),
  ordering: ordering ?? conversationFields.defaultOrdering,
})

/** The whole view stands in the URL, so that it can be passed on to who does not have it. */
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

/** Whether a filter and order are no longer what a view holds. */
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
