import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { Suspense, useState, type ComponentProps } from 'react'
import type { ApiError } from '#api/errors.ts'
import { q } from '#api/query/query.ts'
import { run as runApi } from '#contract/billing.ts'
import type { ResponseBody } from '#contract/kernel/endpoint.ts'
import type { Filters } from '#parts/filters/rules.ts'
import { firstPlace } from '#parts/lists/list-place.ts'
import { ListNote } from '#parts/lists/list-note.tsx'
import { LoadError } from '#parts/display/load-error.tsx'
import { StaleNote } from '#parts/display/load-note.tsx'
import { Button } from '#ui/controls/button.tsx'
import { EmptyFilter, EmptyState } from '#ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#ui/feedback/skeleton.tsx'
import type { RunListView } from '#pages/runs/run-list-view.ts'
import { RunList } from './run-list.tsx'
import { lazyPart } from '#ui/browser/lazy-part.tsx'

/** Empty state of the filters; its code is loaded with theirs. */
const NoMatch = lazyPart(async () => (await import('./run-list-bar.tsx')).NoRunsMatch)

type RunPage = ResponseBody<typeof runApi.list>

/** Empty state without a button, since runs appear automatically. */
const NoRuns = () => (
  <EmptyState quiet title="No runs yet" words="Runs are listed here with their steps and exact cost." actions={[]} />
)

/** Empty state if no run matches the filters, or there are no runs at any time. */
function NoRunsFound({
  filters,
  onFilters,
  currency,
}: {
  filters: Filters
  onFilters: (filters: Filters) => void
  currency: string | null
}) {
  const anyRun = useQuery({ ...q(runApi.list, { limit: 1 }), enabled: filters.rules.length > 0 })
  const hasNoRuns = filters.rules.length === 0 || anyRun.data?.count === 0
  if (hasNoRuns) return <NoRuns />
  if (anyRun.isPending) return <SkeletonRows rows={3} />
  return (
    <Suspense fallback={<SkeletonRows rows={3} />}>
      <NoMatch filters={filters} onFilters={onFilters} currency={currency} />
    </Suspense>
  )
}

/** The filtered runs: rows, empty state, loading or error. Earlier data stay visible. */
export function RunListSection({
  runs,
  filters,
  onFilters,
  view,
  onView,
  currency,
  ...list
}: {
  runs: UseQueryResult<RunPage, ApiError>
  filters: Filters
  onFilters: (filters: Filters) => void
  view: RunListView
  onView: (change: Partial<RunListView>) => void
  currency: string | null
} & Omit<ComponentProps<typeof RunList>, 'page'>) {
  const [last, setLast] = useState(runs.data)
  if (runs.data !== undefined && runs.data !== last) setLast(runs.data)
  const page = runs.data ?? last
  const { error } = runs
  if (error?.fieldErrors['cursor'] !== undefined)
    return (
      <EmptyFilter words="This page of the list is no longer valid because the filter or order changed.">
        <Button onClick={() => onView({ place: firstPlace })}>Go to the first page</Button>
      </EmptyFilter>
    )
  if (page === undefined)
    return error === null ? (
      <SkeletonRows />
    ) : (
      <LoadError what="Runs" error={error} onRetry={() => void runs.refetch()} />
    )
  return (
    <>
      <StaleNote what="Runs" error={error} onRetry={() => void runs.refetch()} />
      <ListNote page={page} filters={filters.rules.map((rule) => rule.field.name)} />
      {page.count === 0 && view.place.from === 0 ? (
        <NoRunsFound filters={filters} onFilters={onFilters} currency={currency} />
      ) : (
        <RunList page={page} view={view} onView={onView} {...list} />
      )}
    </>
  )
}
