import { ArrowDownWideNarrow, ChevronDown } from 'lucide-react'
import { FlowStatus } from '#contract/flow.ts'
import { flowStatusWord } from '#parts/status.tsx'
import { Menu, MenuChoice, MenuRadio } from '#ui/menu.tsx'
import { SearchField } from '#ui/search-field.tsx'
import type { FlowsView } from './flows-view.ts'

const orderings = [
  { value: '-updated_at', label: 'Updated' },
  { value: '-cost_last_30_days', label: 'Cost, 30 days' },
  { value: '-last_run_at', label: 'Last run' },
  { value: '-run_count', label: 'Runs' },
  { value: 'name', label: 'Name' },
  { value: '-created_at', label: 'Created' },
] as const

/** The word for an ordering, whichever way round. */
const orderingWord = (ordering: string): string =>
  orderings.find((one) => one.value.replace('-', '') === ordering.replace('-', ''))?.label ??
  (ordering.endsWith('status') ? 'Status' : 'Nodes')

/** Search, status and order. Each change starts again at the first page. */
export function FlowsFilter({ view, onView }: { view: FlowsView; onView: (view: FlowsView) => void }) {
  const change = (part: Partial<FlowsView>) => onView({ ...view, page: 1, ...part })
  const chosen = view.statuses.map(flowStatusWord).join(', ')
  return (
    <div className="bar" role="search" aria-label="Flows">
      <SearchField
        label="Search name, tag, tool"
        value={view.search}
        onSearch={(search) => change({ search })}
        className="w-60! max-sm:w-full!"
      />
      <Menu
        align="start"
        trigger={
          <button type="button" className={`chip ${chosen === '' ? '' : 'on'} max-sm:hidden`}>
            Status <b>{chosen || 'any'}</b>
            <ChevronDown className="xs" />
          </button>
        }
      >
        {FlowStatus.options.map((status) => (
          <MenuChoice
            key={status}
            checked={view.statuses.includes(status)}
            onChange={(checked) =>
              change({
                statuses: FlowStatus.options.filter((one) => (one === status ? checked : view.statuses.includes(one))),
              })
            }
          >
            {flowStatusWord(status)}
          </MenuChoice>
        ))}
      </Menu>
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
        <MenuRadio value={view.ordering} options={orderings} onValue={(ordering) => change({ ordering })} />
      </Menu>
    </div>
  )
}
