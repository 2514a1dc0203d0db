/** The view of the flows of all services in the URL. Pure. */
import { readFlowsView, writeFlowsView } from '#pages/flows/flows-view.ts'
import type { AllFlowsView } from './merged-flows.ts'

const alsoAtValues = ['elsewhere', 'nowhere'] as const

/** @param known ids of the services; others are ignored. */
export function readAllFlowsView(query: URLSearchParams, known: readonly string[]): AllFlowsView {
  const ids = (query.get('in') ?? '').split(',')
  return {
    ...readFlowsView(query),
    services: known.filter((id) => ids.includes(id)),
    alsoAt: alsoAtValues.find((value) => value === query.get('also')) ?? null,
  }
}

/** The URL's query for a view; defaults are left out. */
export function writeAllFlowsView(view: AllFlowsView): URLSearchParams {
  const query = writeFlowsView(view)
  if (view.services.length > 0) query.set('in', view.services.join(','))
  if (view.alsoAt !== null) query.set('also', view.alsoAt)
  return query
}

export const isAllFlowsFiltered = ({ search, statuses, services, alsoAt }: AllFlowsView): boolean =>
  search !== '' || statuses.length > 0 || services.length > 0 || alsoAt !== null

/** A view without its filters. */
export const unfilteredAllFlows = (view: AllFlowsView): AllFlowsView => ({
  ...view,
  search: '',
  statuses: [],
  tags: [],
  services: [],
  alsoAt: null,
  page: 1,
})
