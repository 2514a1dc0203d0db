import { ArrowDownWideNarrow, Bookmark } from 'lucide-react'
import type { ReactNode } from 'react'
import { useHasCosts } from '#api/query/known-costs.ts'
import { useExtension, useMissingEndpoints, useWriteReason } from '#api/query/me.ts'
import type { RunSummary } from '#contract/billing.ts'
import type { Catalogue } from '#contract/kernel/catalogue.ts'
import { modelAndToolCosts } from '#contract/kernel/extensions.ts'
import { count } from '#lib/count.ts'
import { Cost } from '#parts/display/cost.tsx'
import { FilterBar, FilterEmptyState } from '#parts/filters/filter-bar.tsx'
import { isUnfiltered, searchOf, withSearch, type Filters } from '#parts/filters/rules.ts'
import type { RefusedFilter } from '#parts/lists/refused-filter-words.ts'
import { isByOutcome, runPageFields, withoutTime, type RunListView } from '#pages/runs/run-list-view.ts'
import { useZone } from '#parts/display/zone.ts'
import { PeriodControl, type PeriodChoice } from '#parts/period/period-control.tsx'
import { daysOfPeriod } from '#parts/period/period.ts'
import { useNow } from '#ui/browser/now.ts'
import type { SavedRunView } from '#pages/runs/use-saved-run-view.ts'
import { savedQuery } from '#parts/views/saved-view-query.ts'
import { ViewChanges } from '#parts/views/view-changes.tsx'
import { ViewPicker } from '#parts/views/view-picker.tsx'
import { Button, IconButton } from '#ui/controls/button.tsx'
import { Menu, MenuRadio } from '#ui/overlays/menu.tsx'
import { SearchField } from '#ui/controls/search-field.tsx'
import { runLookups } from './run-lookups.ts'
import { failedWords, unknownCostWords } from '#parts/runs/run-sum-words.ts'

/** Choices for narrow windows, where the table has no headers to sort by. */
const orderings = [
  { value: '-started_at', label: 'Newest first' },
  { value: 'started_at', label: 'Oldest first' },
  { value: '-cost', label: 'Most expensive first' },
  { value: '-duration_ms', label: 'Longest first' },
] as const

/** Fields that only services with `run_reasons` are known to filter by. */
const fieldsOfReasons: ReadonlySet<string> = new Set(['reason', 'is_retried'])
/** Fields that only services with `run_model_costs` are known to filter by. */
const fieldsOfModelCosts: ReadonlySet<string> = new Set(['model', 'tool'])

/** Fields of a service that knows costs. */
const fieldsOfCosts: ReadonlySet<string> = new Set(['cost', 'kind'])

function useOfferedFields(): Catalogue {
  const hasReasons = useExtension('run_reasons')
  const hasModelCosts = useExtension(modelAndToolCosts)
  const hasCosts = useHasCosts() === true
  const missing = useMissingEndpoints()
  const { fields } = runPageFields
  return {
    ...runPageFields,
    fields: fields.filter(
      ({ name }) =>
        (hasReasons || !fieldsOfReasons.has(name)) &&
        (hasModelCosts || !fieldsOfModelCosts.has(name)) &&
        (hasCosts || !fieldsOfCosts.has(name)) &&
        !missing.includes(`${name}.list`),
    ),
  }
}

const allRuns = { value: 'all', label: 'All runs' }

const noKeys: readonly string[] = []

/** "412,806 runs · €3,106.42 · 0.9% failed" */
function Totals({ summary: { totals, currency }, filters }: { summary: RunSummary; filters: Filters }) {
  const failed = isByOutcome(filters) ? '' : failedWords(totals)
  return (
    <output
      className="text-xs whitespace-nowrap text-text-2 max-sm:whitespace-normal"
      aria-label="Totals of these runs"
    >
      {totals.count_is === 'about' ? 'about ' : ''}
      {count(totals.count, 'run')}
      {totals.cost !== '' && (
        <>
          {' · '}
          <Cost amount={totals.cost} currency={currency} sum /> {unknownCostWords(totals)}
        </>
      )}
      {failed !== '' && ` · ${failed}`}
    </output>
  )
}

/** Search, filters and order of the runs, with their sums. */
export function RunListBar({
  filters: allFilters,
  onFilters: onAllFilters,
  period,
  onPeriod,
  ordering,
  ignoredParameters,
  onOrdering,
  summary,
  currency,
  isList,
  view,
  saved,
  onQuery,
  onSave,
  children,
}: {
  /** With that of the time. */
  filters: Filters
  onFilters: (filters: Filters) => void
  /** Null = other times, which are filters. */
  period: PeriodChoice | null
  onPeriod: (period: PeriodChoice) => void
  ordering: string
  /** Other ignored parameters of the URL. */
  ignoredParameters: readonly RefusedFilter[]
  onOrdering: (ordering: string) => void
  /** Undefined while it is loading, and if the service does not sum runs. */
  summary: RunSummary | undefined
  currency: string | null
  /** Whether the list of runs is shown, which has an order. */
  isList: boolean
  view: RunListView
  saved: SavedRunView
  /** Shows a saved view. */
  onQuery: (query: URLSearchParams) => void
  /** Saves the filter as a view. */
  onSave: () => void
  /** At the end of the bar. */
  children?: ReactNode
}) {
  const lockedReason = useWriteReason()
  const hasCosts = useHasCosts() === true
  const { current } = saved
  const now = useNow()
  const zone = useZone()
  const filters = period === null ? allFilters : withoutTime(allFilters)
  const timeRules = allFilters.rules.filter((rule) => !filters.rules.includes(rule))
  const onFilters = (next: Filters) => onAllFilters({ ...next, rules: [...timeRules, ...next.rules] })
  return (
    <FilterBar
      reset={
        current !== null && saved.isChanged ? (
          <ViewChanges key={current.id} saved={current} view={view} onQuery={onQuery} />
        ) : undefined
      }
      catalogue={useOfferedFields()}
      filters={filters}
      onFilters={onFilters}
      lookups={runLookups}
      customKeys={noKeys}
      currency={currency}
      ignoredParameters={ignoredParameters}
      lead={
        <>
          <PeriodControl
            period={period}
            range={daysOfPeriod(period === null || period === 'any' ? '30d' : period, now, zone)}
            hasAnyTime
            onPeriod={onPeriod}
          />
          <SearchField
            label="Search runs"
            value={searchOf(filters.rules)}
            onSearch={(text) => onFilters(withSearch(runPageFields, filters, text))}
            className="w-44! max-sm:w-auto! max-sm:flex-1"
          />
          {saved.isOffered && saved.all.length > 0 && (
            <ViewPicker
              all={allRuns}
              saved={saved.all}
              currentView={
                current !== null
                  ? { value: current.id, label: current.name }
                  : isUnfiltered(view.filters)
                    ? allRuns
                    : null
              }
              onValue={(value) => {
                const chosen = saved.all.find(({ id }) => id === value)
                onQuery(chosen === undefined ? new URLSearchParams() : savedQuery(chosen))
              }}
            />
          )}
          <span className={isList ? 'sm:hidden' : 'hidden'}>
            <Menu trigger={<IconButton variant="default" label="Sort runs" icon={<ArrowDownWideNarrow />} />}>
              <MenuRadio
                value={ordering}
                options={hasCosts ? orderings : orderings.filter(({ value }) => value !== '-cost')}
                onValue={onOrdering}
              />
            </Menu>
          </span>
        </>
      }
    >
      {saved.isOffered && saved.current === null && !isUnfiltered(view.filters) && (
        // On narrow screens this action is only in the page menu.
        <Button variant="quiet" className="max-lg:hidden" icon={<Bookmark />} reason={lockedReason} onClick={onSave}>
          Save view
        </Button>
      )}
      {summary !== undefined && <Totals summary={summary} filters={filters} />}
      {children}
    </FilterBar>
  )
}

/** Empty state of the filters, with a way to remove them. */
export const NoRunsMatch = (shared: {
  filters: Filters
  onFilters: (filters: Filters) => void
  currency: string | null
}) => <FilterEmptyState noun="run" catalogue={runPageFields} lookups={runLookups} {...shared} />
