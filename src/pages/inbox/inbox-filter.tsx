import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDownWideNarrow, Bookmark, ChevronDown, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { useExtension, useMe, useWriteReason } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { conversation as api, conversationFields } from '#contract/conversation.ts'
import { conversationWork as workApi, type Facets } from '#contract/conversation-work.ts'
import { facetCounts, facetOptions } from '#parts/filters/facet-counts.ts'
import { FilterBar } from '#parts/filters/filter-bar.tsx'
import { lookups } from '#parts/filters/lookups.ts'
import type { Lookups } from '#parts/filters/lookup-names.ts'
import { isUnfiltered, paramsOf, searchOf, withSearch, type Filters } from '#parts/filters/rules.ts'
import type { RefusedFilter } from '#parts/lists/refused-filter-words.ts'
import { useZone } from '#parts/display/zone.ts'
import { Button } from '#ui/controls/button.tsx'
import { Menu, MenuRadio } from '#ui/overlays/menu.tsx'
import { filterOptions } from '#ui/overlays/picker-options.ts'
import { SearchField } from '#ui/controls/search-field.tsx'
import { allConversations, type InboxView } from './inbox-view.ts'
import { knownLabels } from './triage/labels-box.tsx'
import type { SavedView } from './views/use-saved-view.ts'
import type { ViewDialogKind } from '#parts/views/use-view-actions.tsx'
import { ViewChanges } from '#parts/views/view-changes.tsx'
import { BuiltInViewChanges } from './views/built-in-view-actions.tsx'
import { builtInViewValue, InboxViewPicker } from './views/view-picker.tsx'

/** Orders offered in the menu; the URL accepts any order of the field catalogue. */
const orderings = [
  { value: '-last_message_at', label: 'Newest message' },
  { value: 'waiting_since', label: 'Waiting longest' },
  { value: '-priority,waiting_since', label: 'Priority' },
  { value: '-created_at', label: 'Newest conversation' },
  { value: '-total_cost', label: 'Cost' },
] as const

function orderingWord(ordering: string): string {
  const known = orderings.find((one) => one.value === ordering)
  if (known) return known.label
  const name = ordering.split(',')[0]?.replace('-', '')
  return conversationFields.fields.find((field) => field.name === name)?.label ?? 'Order'
}

/** Lookups for rules: labels and teams from the service's facet counts, and labels of loaded conversations. */
function useLookups(facets: Facets | undefined): Lookups {
  const client = useQueryClient()
  const texts = (field: string, seen: readonly string[]) => {
    const all = new Set([...facetOptions(facets, field).map(({ value }) => value), ...seen])
    const options = [...all].map((value) => ({ value, label: value }))
    return { search: (text: string) => Promise.resolve(filterOptions(options, text)) }
  }
  return { ...lookups, label: texts('label', knownLabels(client)), team: texts('team', []) }
}

/** The view in the URL does not exist or is private; the URL's filter still applies. */
function UnknownView({ onRemove }: { onRemove: () => void }) {
  return (
    <p className="refused-filter" role="status">
      <TriangleAlert className="s" />
      <span className="min-w-0 flex-1">
        The saved view in this address does not exist or is private. The filter in the address is applied.
      </span>
      <Button variant="quiet" onClick={onRemove}>
        Dismiss
      </Button>
    </p>
  )
}

/** The current view: a saved one, a built-in one, or all conversations; null for any other filter. */
function currentViewOption({ current, builtIn }: SavedView, view: InboxView): { value: string; label: string } | null {
  if (current !== null) return { value: current.id, label: current.name }
  if (builtIn !== null) return { value: builtInViewValue(builtIn.name), label: builtIn.label }
  return isUnfiltered(view.filters) ? { value: allConversations, label: 'All conversations' } : null
}

/** Actions beside the filter chips while a view has unsaved changes. */
function ViewChangeActions({
  saved: { current, builtIn, isOffered },
  view,
  onQuery,
  onSave,
}: {
  saved: SavedView
  view: InboxView
  onQuery: (query: URLSearchParams) => void
  onSave: () => void
}) {
  if (current !== null) return <ViewChanges key={current.id} saved={current} view={view} onQuery={onQuery} />
  return (
    builtIn !== null && (
      <BuiltInViewChanges builtIn={builtIn} view={view} onQuery={onQuery} onSave={isOffered ? onSave : undefined} />
    )
  )
}

/** Views, search, rules and order of the inbox. */
export function InboxFilter({
  view,
  saved,
  count,
  ignoredParameters,
  onView,
  onQuery,
  onDialog,
}: {
  view: InboxView
  saved: SavedView
  /** "31 conversations": for the footer of the filter builder. */
  count: string
  /** Ignored parameters of the URL that are not filters. */
  ignoredParameters: readonly RefusedFilter[]
  onView: (view: InboxView, isTyping?: boolean) => void
  onQuery: (query: URLSearchParams) => void
  onDialog: (what: ViewDialogKind) => void
}) {
  const { filters, ordering } = view
  const zone = useZone()
  const lockedReason = useWriteReason()
  const hasFields = useExtension('conversation_fields')
  const hasFacets = useExtension('conversation_facets')
  const [isBuilderOpen, setBuilderOpen] = useState(false)
  const fields = useQuery({ ...q(api.fields, {}), enabled: hasFields })
  const facets = useQuery({
    ...q(workApi.facets, { filters: paramsOf(filters), tz: zone }),
    placeholderData: keepPreviousData,
    enabled: hasFacets && isBuilderOpen,
    retry: false,
  })
  const filterLookups = useLookups(facets.data)
  const currency = useMe()?.account.currency ?? null
  const text = searchOf(filters.rules)
  const onFilters = (next: Filters) => onView({ ...view, filters: next })
  const isOwn = saved.isOffered && saved.current === null && saved.builtIn === null && !isUnfiltered(filters)
  const saveButton = isOwn && (
    <Button
      variant="quiet"
      // On narrow screens this action is only in the page menu.
      className="max-lg:hidden"
      icon={<Bookmark />}
      reason={lockedReason}
      onClick={() => onDialog('save')}
    >
      Save view
    </Button>
  )
  return (
    <>
      <FilterBar
        catalogue={conversationFields}
        filters={filters}
        lookups={filterLookups}
        currency={currency}
        customKeys={fields.data?.custom_keys ?? []}
        groups={fields.data?.group_limits ?? null}
        counts={hasFacets ? facetCounts(facets.data) : null}
        count={count}
        hidesChips={saved.builtIn !== null && saved.current === null && !saved.isChanged}
        ignoredParameters={ignoredParameters}
        onBuilding={setBuilderOpen}
        onFilters={onFilters}
        lead={
          <>
            <SearchField
              label="Search conversations"
              value={text}
              className="w-60! max-lg:w-48! max-sm:w-28! max-sm:flex-1"
              onSearch={(next) =>
                onView({ ...view, filters: withSearch(conversationFields, filters, next) }, text !== '')
              }
            />
            {saved.isOffered && (
              <InboxViewPicker saved={saved.all} currentView={currentViewOption(saved, view)} onQuery={onQuery} />
            )}
          </>
        }
        reset={
          saved.isChanged ? (
            <ViewChangeActions saved={saved} view={view} onQuery={onQuery} onSave={() => onDialog('save')} />
          ) : undefined
        }
      >
        {saveButton}
        <Menu
          trigger={
            <button type="button" className="chip max-sm:min-h-9">
              <ArrowDownWideNarrow className="s" />
              <span className="max-sm:sr-only">{orderingWord(ordering)}</span>
              <ChevronDown className="xs max-sm:hidden" />
            </button>
          }
        >
          <MenuRadio value={ordering} options={orderings} onValue={(next) => onView({ ...view, ordering: next })} />
        </Menu>
      </FilterBar>
      {saved.isUnknown && <UnknownView onRemove={() => onView({ ...view, saved: null })} />}
    </>
  )
}
