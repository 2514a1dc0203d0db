import { ArrowDownWideNarrow, ChevronDown } from 'lucide-react'
import type { ServiceFlowsView } from '#api/services/use-service-flows.ts'
import { FlowStatus } from '#contract/flow.ts'
import { ChoiceChip, ChoiceItems, ClearFilters, MenuChip } from '#parts/lists/choice-chip.tsx'
import { PhoneFilters } from '#parts/lists/phone-filters.tsx'
import { flowStatusWord } from '#parts/display/status.tsx'
import { SearchField } from '#ui/controls/search-field.tsx'
import { Menu, MenuLine, MenuRadio } from '#ui/overlays/menu.tsx'
import { isAllFlowsFiltered, unfilteredAllFlows } from './all-flows-view.ts'
import type { AllFlowsView } from './merged-flows.ts'

const orderings = [
  { value: '-updated_at', label: 'Updated' },
  { value: '-failed_last_30_days', label: 'Most failures' },
  { value: '-last_run_at', label: 'Last run' },
  { value: '-run_count', label: 'Runs, all time' },
  { value: 'name', label: 'Name' },
] as const

const orderingWord = (ordering: string): string =>
  orderings.find(({ value }) => value.replace('-', '') === ordering.replace('-', ''))?.label ?? 'Status'

const alsoAtChoices = [
  { value: 'any', label: 'Any' },
  { value: 'elsewhere', label: 'At another service too' },
  { value: 'nowhere', label: 'Only at one service' },
] as const

/** Filters of the merged list. Each change returns to the first page. */
export function AllFlowsFilter({
  view,
  views,
  onView,
}: {
  view: AllFlowsView
  views: readonly ServiceFlowsView[]
  onView: (view: AllFlowsView) => void
}) {
  const change = (part: Partial<AllFlowsView>) => onView({ ...view, page: 1, ...part })
  const services = {
    values: views.map(({ service }) => service.id),
    chosen: view.services,
    labelOf: (id: string) => views.find(({ service }) => service.id === id)?.service.name ?? id,
    onChosen: (ids: string[]) => change({ services: ids }),
  }
  const statuses = {
    values: FlowStatus.options,
    chosen: view.statuses,
    labelOf: flowStatusWord,
    onChosen: (chosen: FlowStatus[]) => change({ statuses: chosen }),
  }
  const alsoAt = view.alsoAt ?? 'any'
  const alsoAtItems = (
    <MenuRadio
      value={alsoAt}
      options={alsoAtChoices}
      onValue={(value) => change({ alsoAt: value === 'any' ? null : value })}
    />
  )
  const order = <MenuRadio value={view.ordering} options={orderings} onValue={(ordering) => change({ ordering })} />
  return (
    <div className="bar max-sm:flex-wrap" role="search" aria-label="Flows of all services">
      <SearchField
        label="Search all services"
        value={view.search}
        onSearch={(search) => change({ search })}
        className="w-60! max-sm:w-auto! max-sm:flex-1"
      />
      <ChoiceChip name="Service" {...services} className="max-sm:hidden" />
      <ChoiceChip name="Status" {...statuses} className="max-sm:hidden" />
      <MenuChip
        name="Also at"
        value={alsoAt === 'any' ? 'any' : alsoAt === 'elsewhere' ? 'another service' : 'no other'}
        isSet={view.alsoAt !== null}
        className="max-lg:hidden"
      >
        {alsoAtItems}
      </MenuChip>
      {isAllFlowsFiltered(view) && <ClearFilters onClear={() => onView(unfilteredAllFlows(view))} />}
      <span className="flex-1 max-sm:hidden" />
      <Menu
        trigger={
          <button type="button" className="chip max-lg:hidden">
            <ArrowDownWideNarrow className="s" />
            {orderingWord(view.ordering)}
            <ChevronDown className="xs" />
          </button>
        }
      >
        {order}
      </Menu>
      <PhoneFilters what="Service, status, order" set={view.services.length + view.statuses.length}>
        <ChoiceItems {...services} />
        <MenuLine />
        <ChoiceItems {...statuses} />
        <MenuLine />
        {alsoAtItems}
        <MenuLine />
        {order}
      </PhoneFilters>
    </div>
  )
}
