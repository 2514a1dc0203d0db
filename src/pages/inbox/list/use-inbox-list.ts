import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '#api/errors.ts'
import { knownTotal } from '#parts/lists/known-total.ts'
import { inboxListInput, type InboxView, type InboxListInput } from '#pages/inbox/inbox-view.ts'
import { listSource } from './list-source.ts'

export interface InboxList {
  /** What the view asks for. */
  wanted: InboxListInput
  /** What the list shows: the filter before, until the first rows of the new one are there; null until there are any. */
  input: InboxListInput | null
  /** Rows of the filter; null while they are not known. */
  count: number | null
  isAbout: boolean
  /** The count is what is known so far. */
  isOpen: boolean
  /** The first rows, with what the console did to them. */
  page: { results: readonly object[] } | undefined
  isBusy: boolean
  /** The first rows could not be read. */
  error: ApiError | null
  retry: () => void
}

/** The list that a view asks for. `zone`: in which dates without a time are read. */
export function useInboxList(view: InboxView, zone: string): InboxList {
  const wanted = inboxListInput(view, zone)
  const { key, read } = listSource(wanted)
  const first = useQuery<Awaited<ReturnType<typeof read>>, ApiError>({
    queryKey: key({}),
    queryFn: ({ signal }) => read({}, signal),
  })
  const { data } = first
  const [before, setBefore] = useState<InboxListInput | null>(null)
  const input = data === undefined ? before : wanted
  if (JSON.stringify(input) !== JSON.stringify(before)) setBefore(input)
  return {
    wanted,
    input,
    count: data?.count ?? null,
    isAbout: data?.count_is === 'about',
    isOpen: data !== undefined && knownTotal(data) === null,
    page: data,
    isBusy: first.isFetching,
    error: data === undefined ? first.error : null,
    retry: () => void first.refetch(),
  }
}
