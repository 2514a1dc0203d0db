import { useMe } from '#api/query/me.ts'
import { conversationFields } from '#contract/conversation.ts'
import { FilterEmptyState } from '#parts/filters/filter-bar.tsx'
import { lookups } from '#parts/filters/lookups.ts'
import type { Filters } from '#parts/filters/rules.ts'

/** Empty state of a filter, with ways to change it. */
export function InboxNoMatch({ filters, onFilters }: { filters: Filters; onFilters: (filters: Filters) => void }) {
  const currency = useMe()?.account.currency ?? null
  return (
    <FilterEmptyState
      noun="conversation"
      catalogue={conversationFields}
      filters={filters}
      lookups={lookups}
      currency={currency}
      onFilters={onFilters}
    />
  )
}
