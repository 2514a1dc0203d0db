/** What the list of channels shows, as it stands in the URL. Pure. */
import type { z } from 'zod'
import { ChannelStatus, ChannelType } from '#contract/channel.ts'
import { pageInput, readId, readPage, readSearch } from '#parts/list-query.ts'

export interface ChannelsView {
  search: string
  types: ChannelType[]
  statuses: ChannelStatus[]
  /** From 1. */
  page: number
  /** Id of the channel that is open beside the list. */
  channel: string | null
}

/** Cards of a page: whole rows of two, three and four. */
export const pageSize = 48

/** The known words of a list by comma, each once, in the order of the contract. */
function wordsOf<T extends string>(text: string | null, all: z.ZodEnum<Record<string, T>>): T[] {
  const asked = new Set((text ?? '').split(','))
  return all.options.filter((word) => asked.has(word))
}

/** Reads a URL's query; what cannot be understood counts as not given. */
export function readView(query: URLSearchParams): ChannelsView {
  return {
    search: readSearch(query),
    types: wordsOf(query.get('type'), ChannelType),
    statuses: wordsOf(query.get('status'), ChannelStatus),
    page: readPage(query),
    channel: readId(query, 'channel'),
  }
}

/** The URL's query for a view; what is usual is left out. */
export function writeView(view: ChannelsView): URLSearchParams {
  const query = new URLSearchParams()
  if (view.search !== '') query.set('search', view.search)
  if (view.types.length > 0) query.set('type', view.types.join(','))
  if (view.statuses.length > 0) query.set('status', view.statuses.join(','))
  if (view.page > 1) query.set('page', String(view.page))
  if (view.channel !== null) query.set('channel', view.channel)
  return query
}

const filterInput = ({ search, types, statuses }: ChannelsView) => ({
  search: search === '' ? undefined : search,
  type: types.length === 0 ? undefined : types.join(','),
  status: statuses.length === 0 ? undefined : statuses.join(','),
})

/** The same as the service's query. */
export const listInput = (view: ChannelsView) => ({
  ...filterInput(view),
  ...pageInput(view.page, pageSize),
})

/** Asks how many of a filter are in these states. */
export const countInput = (view: ChannelsView, statuses: readonly ChannelStatus[]) => ({
  ...filterInput({ ...view, statuses: [...statuses] }),
  limit: 1,
})

export const isFiltered = (view: ChannelsView): boolean =>
  view.search !== '' || view.types.length > 0 || view.statuses.length > 0

/** A view without its filters; what is open stays open. */
export const unfiltered = (view: ChannelsView): ChannelsView => ({
  ...view,
  search: '',
  types: [],
  statuses: [],
  page: 1,
})
