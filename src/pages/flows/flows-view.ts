/** The view of the list of flows in the URL. Pure. */
import { FlowStatus, flowOrderings } from '#contract/flow.ts'
import { maxTags } from '#contract/kernel/limits.ts'
import { defaultLimit, maxLimit } from '#contract/kernel/page.ts'
import { pageInput, readOrdering, readPageNumber, readSearch } from '#parts/lists/list-query.ts'
import { refusedOrdering, refusedFilterWords, type RefusedFilter } from '#parts/lists/refused-filter-words.ts'
import { isFilterableTag } from '#parts/tags/tag-options.ts'

/** Table and cards are two forms of the same rows. */
export const flowForms = ['table', 'cards'] as const
export type FlowForm = (typeof flowForms)[number]

export interface FlowsView {
  search: string
  statuses: FlowStatus[]
  /** Joined by OR. */
  tags: string[]
  /** The parameter of the request: "-updated_at". */
  ordering: string
  form: FlowForm
  /** Rows per page. */
  size: number
  /** Page number, from 1. */
  page: number
}

/** Latest change first, since users most likely look for that flow. */
const defaultOrdering = '-updated_at'
/** Page sizes to choose from; the last is the service's maximum. */
export const pageSizes: readonly number[] = [defaultLimit, 50, maxLimit]

/** Reads a URL's query; invalid values are ignored. */
export function readFlowsView(query: URLSearchParams): FlowsView {
  const size = Number(query.get('size'))
  const statuses = (query.get('status') ?? '').split(',').flatMap((text) => {
    const status = FlowStatus.safeParse(text)
    return status.success ? [status.data] : []
  })
  return {
    search: readSearch(query),
    statuses: [...new Set(statuses)],
    tags: [...new Set(query.getAll('tag'))].filter(isFilterableTag).slice(0, maxTags),
    ordering: readOrdering(query, flowOrderings, defaultOrdering),
    form: flowForms.find((form) => form === query.get('form')) ?? 'table',
    size: pageSizes.includes(size) ? size : defaultLimit,
    page: readPageNumber(query),
  }
}

/** Unsupported statuses and order in the URL. */
export const refusedFlowsFilters = (query: URLSearchParams): RefusedFilter[] => [
  ...refusedFilterWords(query, 'status', FlowStatus.options, 'status'),
  ...refusedOrdering(query, readFlowsView(query).ordering),
]

/** The URL's query for a view; defaults are left out. */
export function writeFlowsView(view: FlowsView): URLSearchParams {
  const query = new URLSearchParams()
  if (view.search !== '') query.set('search', view.search)
  if (view.statuses.length > 0) query.set('status', view.statuses.join(','))
  for (const tag of view.tags) query.append('tag', tag)
  if (view.ordering !== defaultOrdering) query.set('ordering', view.ordering)
  if (view.form !== 'table') query.set('form', view.form)
  if (view.size !== defaultLimit) query.set('size', String(view.size))
  if (view.page > 1) query.set('page', String(view.page))
  return query
}

/** The input of the list request for a view. */
export const flowsListInput = (view: FlowsView) => ({
  search: view.search === '' ? undefined : view.search,
  status: view.statuses.length === 0 ? undefined : view.statuses.join(','),
  tag: view.tags.length === 0 ? undefined : view.tags.join(','),
  ordering: view.ordering,
  ...pageInput(view.page, view.size),
})

export const isFlowsFiltered = (view: FlowsView): boolean =>
  view.search !== '' || view.statuses.length > 0 || view.tags.length > 0

/** The view with another page size, on the page that contains the first visible row. */
export function withFlowsPageSize(view: FlowsView, size: number): FlowsView {
  const first = (view.page - 1) * view.size
  return { ...view, size, page: Math.floor(first / size) + 1 }
}

/** A view without its filters. */
export const unfilteredFlows = (view: FlowsView): FlowsView => ({
  ...view,
  search: '',
  statuses: [],
  tags: [],
  page: 1,
})

/** The active filters in words, each with the view without that filter. */
export function flowsFiltersOf(
  view: FlowsView,
  statusWord: (status: FlowStatus) => string,
): { key: string; name: string; value: string; without: FlowsView }[] {
  const first = { ...view, page: 1 }
  return [
    ...(view.search === ''
      ? []
      : [{ key: 'search', name: 'Search', value: `“${view.search}”`, without: { ...first, search: '' } }]),
    ...(view.statuses.length === 0
      ? []
      : [
          {
            key: 'status',
            name: 'Status',
            value: view.statuses.map(statusWord).join(', '),
            without: { ...first, statuses: [] },
          },
        ]),
    ...(view.tags.length === 0
      ? []
      : [{ key: 'tag', name: 'Tag', value: view.tags.join(', '), without: { ...first, tags: [] } }]),
  ]
}
