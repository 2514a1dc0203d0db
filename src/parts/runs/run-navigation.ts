import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiError } from '#api/errors.ts'
import { q } from '#api/query/query.ts'
import { run as runApi } from '#contract/billing.ts'
import type { ResponseBody, Input } from '#contract/kernel/endpoint.ts'
import { defaultLimit } from '#contract/kernel/page.ts'
import { placeAfter, placeBefore, type ListPlace } from '#parts/lists/list-place.ts'

type RunPage = ResponseBody<typeof runApi.list>

/** Navigation between the runs of a filtered list, across pages. */
export interface RunNavigation {
  /** Position of the open run in the list, from 1; null if it is not on the visible page. */
  position: number | null
  count: number
  /** The count is an estimate. */
  isEstimate: boolean
  previous: (() => void) | null
  next: (() => void) | null
  /** An adjacent page is loading. */
  busy: boolean
  /** Why the adjacent page could not be loaded. */
  error: ApiError | null
  /** Loads the adjacent page again. */
  retry: () => void
}

interface PageStep {
  place: ListPlace
  end: 'first' | 'last'
}

/**
 * @param page the visible page
 * @param place position of the visible page
 * @param open id of the open run
 * @param inputAt returns the request for the list at a position
 * @param onGo opens a run on the page at a position
 */
export function useRunNavigation(
  page: RunPage | undefined,
  place: ListPlace,
  open: string | null,
  inputAt: (place: ListPlace) => Input<typeof runApi.list>,
  onGo: (id: string, place: ListPlace) => void,
): RunNavigation {
  const client = useQueryClient()
  const step = useMutation<RunPage, ApiError, PageStep>({
    mutationFn: ({ place: to }) => {
      const { queryKey, queryFn } = q(runApi.list, inputAt(to))
      return client.fetchQuery<RunPage, ApiError>({ queryKey, ...(queryFn === undefined ? {} : { queryFn }) })
    },
    onSuccess: ({ results }, { place: to, end }) => {
      const found = end === 'first' ? results[0] : results.at(-1)
      if (found !== undefined) onGo(found.id, to)
    },
  })
  const rows = page?.results ?? []
  const index = rows.findIndex((run) => run.id === open)
  const go = (to: number, pageStep: PageStep | null): (() => void) | null => {
    if (index === -1) return null
    const neighbour = rows[to]
    if (neighbour !== undefined)
      return () => {
        step.reset()
        onGo(neighbour.id, place)
      }
    return pageStep && (() => step.mutate(pageStep))
  }
  const after = page && placeAfter(page, place)
  const before = page && placeBefore(page, place, defaultLimit)
  return {
    position: index === -1 ? null : place.from + index + 1,
    count: page?.count ?? 0,
    isEstimate: page?.count_is === 'about',
    previous: go(index - 1, before ? { place: before, end: 'last' } : null),
    next: go(index + 1, after ? { place: after, end: 'first' } : null),
    busy: step.isPending,
    error: step.error,
    retry: () => step.variables && step.mutate(step.variables),
  }
}
