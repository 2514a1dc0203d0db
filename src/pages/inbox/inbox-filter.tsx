import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDownWideNarrow, ChevronDown } from 'lucide-react'
import { useExtension, useMe } from '#api/me.ts'
import { q } from '#api/query.ts'
import { conversation as api, conversationFields } from '#contract/conversation.ts'
import { FilterBar } from '#parts/filters/filter-bar.tsx'
import { lookups } from '#parts/filters/lookups.ts'
import type { Lookups } from '#parts/filters/names.ts'
import { searchOf, withSearch, type Filters } from '#parts/filters/rules.ts'
import { Menu, MenuRadio } from '#ui/menu.tsx'
import { narrowed } from '#ui/picker-options.ts'
import { SearchField } from '#ui/search-field.tsx'
import type { InboxView } from './inbox-view.ts'
import { knownLabels } from './known-labels.ts'

/** The orders that are asked for; every other of the catalogue may stand in the URL. */
const orderings = [
  { value: '-last_message_at', label: 'Newest message' },
  { value: 'waiting_since', label: 'Waiting longest' },
  { value: '-priority,waiting_since', label: 'Priority' },
  { value: '-created_at', label: 'Begun last' },
  { value: '-total_cost', label: 'Cost' },
] as const

function orderingWord(ordering: string): string {
  const known = orderings.find((one) => one.value === ordering)
  if (known) return known.label
  const name = ordering.split(',')[0]?.replace('-', '')
  return conversationFields.fields.find((field) => field.name === name)?.label ?? 'Order'
}

/** How what a rule names is found: labels are those that were seen here. */
function useLookups(): Lookups {
  const client = useQueryClient()
  return {
    ...lookups,
    label: {
      search: (text) =>
        Promise.resolve(
          narrowed(
            knownLabels(client).map((label) => ({ value: label, label })),
            text,
          ),
        ),
    },
  }
}

/** Search, rules and order of the inbox. */
export function InboxFilter({
  view,
  count,
  onView,
}: {
  view: InboxView
  /** "31 conversations": for the foot of the builder. */
  count: string
  onView: (view: InboxView, isTyping?: boolean) => void
}) {
  const { filters, ordering } = view
  const hasFields = useExtension('conversation_fields')
  const fields = useQuery({ ...q(api.fields, {}), enabled: hasFields })
  const named = useLookups()
  const currency = useMe()?.account.currency ?? null
  const text = searchOf(filters.rules)
  const onFilters = (next: Filters) => onView({ ...view, filters: next })
  return (
    <FilterBar
      catalogue={conversationFields}
      filters={filters}
      lookups={named}
      currency={currency}
      customKeys={fields.data?.custom_keys ?? []}
      count={count}
      onFilters={onFilters}
      lead={
        <SearchField
          label="Search conversations"
          value={text}
          className="w-60! max-sm:w-full!"
          onSearch={(next) => onView({ ...view, filters: withSearch(conversationFields, filters, next) }, text !== '')}
        />
      }
    >
      <Menu
        trigger={
          <button type="button" className="chip max-sm:min-h-9">
            <ArrowDownWideNarrow className="s" />
            {orderingWord(ordering)}
            <ChevronDown className="xs" />
          </button>
        }
      >
        <MenuRadio value={ordering} options={orderings} onValue={(next) => onView({ ...view, ordering: next })} />
      </Menu>
    </FilterBar>
  )
}
