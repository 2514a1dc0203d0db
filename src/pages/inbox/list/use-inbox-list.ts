import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '#api/errors.ts'
import { knownTotal } from '#parts/lists/known-total.ts'
import { inboxListInput, type InboxView, type InboxListInput } from '#pages/inbox/inbox-view.ts'
import { call } from '#api/request/client.ts'
import type { PageSource } from '#api/query/page-window.ts'
import { conversation, type Conversation } from '#contract/conversation.ts'
import { keyOf } from '#contract/kernel/endpoint.ts'

/** Rows per page: several screens, so that scrolling needs few requests. */
export const pageRows = 50

/** How the pages of a filter are read. */
export const listSource = (input: InboxListInput): PageSource<Conversation> => ({
  key: (place) => keyOf(conversation.list, { ...input, limit: pageRows, ...place }),
  read: (place, signal) => call(conversation.list, { ...input, limit: pageRows, ...place }, { signal }),
})

export interface InboxList {
  /** The list that the view requests. */
  requestedInput: InboxListInput
  /**
   * The list that is shown: the previous one until `requestedInput` is loaded; null before the first list is loaded.
   */
  input: InboxListInput | null
  /** Number of rows; null while unknown. */
  count: number | null
  isEstimate: boolean
  /** A number of rows as text: "about 48,000" if the count is an estimate, "50 or more" if it is a lower bound. */
  countWords: (count: number) => string
  /** The first page. */
  page: { results: readonly Conversation[] } | undefined
  isBusy: boolean
  /** Why the first page could not be loaded. */
  error: ApiError | null
  retry: () => void
}

/** The list of a view. `zone`: time zone for dates without a time. */
export function useInboxList(view: InboxView, zone: string): InboxList {
  const requestedInput = inboxListInput(view, zone)
  const { key, read } = listSource(requestedInput)
  const first = useQuery<Awaited<ReturnType<typeof read>>, ApiError>({
    queryKey: key({}),
    queryFn: ({ signal }) => read({}, signal),
  })
  const { data } = first
  const [previousInput, setPreviousInput] = useState<InboxListInput | null>(null)
  const input = data === undefined ? previousInput : requestedInput
  if (JSON.stringify(input) !== JSON.stringify(previousInput)) setPreviousInput(input)
  const [before, after] = [
    data?.count_is === 'about' ? 'about ' : '',
    data !== undefined && knownTotal(data) === null ? ' or more' : '',
  ]
  return {
    requestedInput,
    input,
    count: data?.count ?? null,
    isEstimate: data?.count_is === 'about',
    countWords: (count) => `${before}${count.toLocaleString()}${after}`,
    page: data,
    isBusy: first.isFetching,
    error: data === undefined ? first.error : null,
    retry: () => void first.refetch(),
  }
}
