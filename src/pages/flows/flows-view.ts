/** What the list of flows shows, as it stands in the URL. Pure. */
import { FlowStatus, flowOrderings } from '#contract/flow.ts'
import { defaultLimit } from '#contract/page.ts'

export interface FlowsView {
  search: string
  statuses: FlowStatus[]
  /** "-updated_at": as the service takes it. */
  ordering: string
  /** From 1. */
  page: number
}

/** What was touched last is what one looks for. */
const defaultOrdering = '-updated_at'
/** Longest search that the service takes. */
const maxSearch = 500

const isOrdering = (text: string): boolean => flowOrderings.some((name) => text === name || text === `-${name}`)

/** Reads a URL's query; what cannot be understood counts as not given. */
export function readView(query: URLSearchParams): FlowsView {
  const ordering = query.get('ordering') ?? ''
  const page = Number(query.get('page') ?? 1)
  const statuses = (query.get('status') ?? '').split(',').flatMap((text) => {
    const status = FlowStatus.safeParse(text)
    return status.success ? [status.data] : []
  })
  return {
    search: (query.get('search') ?? '').slice(0, maxSearch),
    statuses: [...new Set(statuses)],
    ordering: isOrdering(ordering) ? ordering : defaultOrdering,
    page: Number.isSafeInteger(page) && page > 0 && page < 1_000_000 ? page : 1,
  }
}

/** The URL's query for a view; what is usual is left out. */
export function writeView(view: FlowsView): URLSearchParams {
  const query = new URLSearchParams()
  if (view.search !== '') query.set('search', view.search)
  if (view.statuses.length > 0) query.set('status', view.statuses.join(','))
  if (view.ordering !== defaultOrdering) query.set('ordering', view.ordering)
  if (view.page > 1) query.set('page', String(view.page))
  return query
}

/** The same as the service's query. */
export const listInput = (view: FlowsView) => ({
  search: view.search === '' ? undefined : view.search,
  status: view.statuses.length === 0 ? undefined : view.statuses.join(','),
  ordering: view.ordering,
  limit: defaultLimit,
  offset: view.page > 1 ? (view.page - 1) * defaultLimit : undefined,
})

export const isFiltered = (view: FlowsView): boolean => view.search !== '' || view.statuses.length > 0
