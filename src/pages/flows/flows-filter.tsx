import { ArrowDownWideNarrow, ChevronDown, LayoutGrid, Rows3, Tag, X } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { FlowStatus } from '#contract/flow.ts'
import { ChoiceChip, ChoiceItems, ClearFilters } from '#parts/lists/choice-chip.tsx'
import { PhoneFilters } from '#parts/lists/phone-filters.tsx'
import { flowStatusWord } from '#parts/display/status.tsx'
import { Menu, MenuItem, MenuLine, MenuRadio } from '#ui/overlays/menu.tsx'
import { SearchField } from '#ui/controls/search-field.tsx'
import { Segments } from '#ui/controls/segments.tsx'
import { isFlowsFiltered, unfilteredFlows, type FlowForm, type FlowsView } from './flows-view.ts'
import { TagChip } from './list/tag-chip.tsx'

const orderings = [
  { value: '-updated_at', label: 'Updated' },
  { value: '-cost_last_30_days', label: 'Cost, 30 days' },
  { value: '-last_run_at', label: 'Last run' },
  { value: '-run_count', label: 'Runs, all time' },
  { value: 'name', label: 'Name' },
  { value: '-created_at', label: 'Created' },
] as const

const failuresOrdering = { value: '-failed_last_30_days', label: 'Most failures' } as const

const forms: readonly { value: FlowForm; label: string; icon: ReactNode }[] = [
  { value: 'table', label: 'Table', icon: <Rows3 /> },
  { value: 'cards', label: 'Cards', icon: <LayoutGrid /> },
]

/** The label of an ordering, regardless of its direction. */
const orderingWord = (ordering: string): string =>
  [...orderings, failuresOrdering].find((one) => one.value.replace('-', '') === ordering.replace('-', ''))?.label ??
  (ordering.endsWith('status') ? 'Status' : 'Nodes')

/** The orders that the service offers, by fields of which it knows something. */
const orderingsOf = ({ hasFailures, isKnown }: OfferedFields) =>
  (hasFailures ? [...orderings, failuresOrdering] : orderings).filter(({ value }) => isKnown(value.replace('-', '')))

interface OfferedFields {
  /** Whether the service counts failed runs, and orders by them. */
  hasFailures: boolean
  /** Whether the service knows a field of any flow. */
  isKnown: (field: string) => boolean
}

interface FilterPartProps {
  view: FlowsView
  change: (part: Partial<FlowsView>) => void
}

const statusField = ({ view, change }: FilterPartProps) => ({
  values: FlowStatus.options,
  chosen: view.statuses,
  labelOf: flowStatusWord,
  onChosen: (statuses: FlowStatus[]) => change({ statuses }),
})

/** Items of the menu with their name above them. */
const PhoneGroup = ({ name, children }: { name: string; children: ReactNode }) => (
  <div role="group" aria-label={name}>
    <span aria-hidden="true" className="block px-2 pt-1 text-2xs font-medium text-text-3">
      {name}
    </span>
    {children}
  </div>
)

/** Filters that do not fit on a phone. */
const PhoneMenu = ({
  view,
  change,
  offered,
  onTags,
}: FilterPartProps & { offered: OfferedFields; onTags: () => void }) => (
  <PhoneFilters what="Status, tags, order, view" set={view.statuses.length + view.tags.length}>
    <PhoneGroup name="Status">
      <ChoiceItems {...statusField({ view, change })} />
    </PhoneGroup>
    {offered.isKnown('tags') && (
      <MenuItem icon={<Tag />} onSelect={onTags}>
        Tags
      </MenuItem>
    )}
    <MenuLine />
    <PhoneGroup name="Order">
      <MenuRadio value={view.ordering} options={orderingsOf(offered)} onValue={(ordering) => change({ ordering })} />
    </PhoneGroup>
    <MenuLine />
    <PhoneGroup name="View">
      <MenuRadio value={view.form} options={forms} onValue={(form) => change({ form, page: view.page })} />
    </PhoneGroup>
    {isFlowsFiltered(view) && (
      <>
        <MenuLine />
        <MenuItem icon={<X />} onSelect={() => change(unfilteredFlows(view))}>
          Clear filters
        </MenuItem>
      </>
    )}
  </PhoneFilters>
)

/** Search, status, tags, order and form. Each change, except that of the form, returns to the first page. */
export function FlowsFilter({
  view,
  offered,
  onView,
}: {
  view: FlowsView
  offered: OfferedFields
  onView: (view: FlowsView) => void
}) {
  const change = (part: Partial<FlowsView>) => onView({ ...view, page: 1, ...part })
  const [isTagPickerOpen, setTagPickerOpen] = useState(false)
  return (
    <div className="bar max-sm:flex-wrap" role="search" aria-label="Flows">
      <SearchField
        label="Search name, tag, tool"
        value={view.search}
        onSearch={(search) => change({ search })}
        className="w-60! max-sm:w-auto! max-sm:flex-1"
      />
      <ChoiceChip name="Status" {...statusField({ view, change })} className="max-sm:hidden" />
      <span
        className={`flex min-w-0 ${isTagPickerOpen ? 'max-sm:order-last max-sm:w-full max-sm:pb-2' : 'max-sm:hidden'}`}
      >
        {offered.isKnown('tags') && <TagChip tags={view.tags} onTags={(tags) => change({ tags })} />}
      </span>
      {isFlowsFiltered(view) && <ClearFilters onClear={() => onView(unfilteredFlows(view))} />}
      <span className="flex-1 max-sm:hidden" />
      <Menu
        trigger={
          <button type="button" className={`chip ${view.form === 'cards' ? 'max-sm:hidden' : 'max-lg:hidden'}`}>
            <ArrowDownWideNarrow className="s" />
            {orderingWord(view.ordering)}
            <ChevronDown className="xs" />
          </button>
        }
      >
        <MenuRadio value={view.ordering} options={orderingsOf(offered)} onValue={(ordering) => change({ ordering })} />
      </Menu>
      <span className="flex max-sm:hidden">
        <Segments
          label="View"
          value={view.form}
          options={forms}
          onValue={(form) => change({ form, page: view.page })}
        />
      </span>
      <PhoneMenu view={view} change={change} offered={offered} onTags={() => setTagPickerOpen(true)} />
    </div>
  )
}
