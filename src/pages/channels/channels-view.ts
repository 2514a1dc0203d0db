/** The view of the list of channels in the URL. Pure. */
import { ChannelStatus, deliveryVerdicts } from '#contract/channel.ts'
import { creatableChannelTypes, type CreatableChannelType } from '#contract/values/channel-type.ts'
import { ChannelType } from '#contract/values/channel-type-schema.ts'
import { pageInput, readId, readPageNumber, readSearch } from '#parts/lists/list-query.ts'
import { refusedOrdering, refusedFilterWords, type RefusedFilter } from '#parts/lists/refused-filter-words.ts'
import { readLogTime, type LogTime } from './deliveries/delivery-time.ts'

type Verdict = (typeof deliveryVerdicts)[number]

/** The filtered log of deliveries of a channel. */
export interface LogView {
  verdicts: Verdict[]
  /** Time filter (delivery-time.ts); '' = any time. */
  time: LogTime
  /** Page number, from 1. */
  page: number
  /** Id of the open delivery. */
  delivery: string | null
}

/** The panel that is open beside the list. */
export type ChannelsPanel =
  | { kind: 'none' }
  /** `hours`: the hourly figures as a chart or as a table. */
  | { kind: 'channel'; id: string; hours?: 'table' }
  | { kind: 'edit'; id: string }
  | ({ kind: 'log'; id: string } & LogView)
  /** `type` null = not chosen yet. `flow` = the flow that it is created for, `key` = its key in that flow. */
  | { kind: 'new'; type: CreatableChannelType | null; flow: string | null; key: string | null }

export interface ChannelsView {
  search: string
  types: ChannelType[]
  statuses: ChannelStatus[]
  /** Page number, from 1. */
  page: number
  panel: ChannelsPanel
}

/** The log of a channel, without a filter. */
export const unfilteredLog = (id: string): ChannelsPanel & { kind: 'log' } => ({
  kind: 'log',
  id,
  verdicts: [],
  time: '',
  page: 1,
  delivery: null,
})

/** Id of the channel that is open beside the list. */
export const openChannelId = ({ panel }: ChannelsView): string | null =>
  panel.kind === 'none' || panel.kind === 'new' ? null : panel.id

/** Rows per page. */
export const pageSize = 48

/** The known values in a comma-separated list, without duplicates, in the order of the contract. */
function listedValues<T extends string>(text: string | null, all: readonly T[]): T[] {
  const asked = new Set((text ?? '').split(','))
  return all.filter((word) => asked.has(word))
}

/** Maximum length of a key of a channel in a flow. */
const maxKey = 200

function readPanel(query: URLSearchParams): ChannelsPanel {
  const newParameter = query.get('new')
  if (newParameter !== null) {
    const type = creatableChannelTypes.find((one) => one === newParameter) ?? null
    return { kind: 'new', type, flow: readId(query, 'flow'), key: query.get('key')?.slice(0, maxKey) ?? null }
  }
  const id = readId(query, 'channel')
  if (id === null) return { kind: 'none' }
  if (query.has('edit')) return { kind: 'edit', id }
  if (!query.has('log'))
    return { kind: 'channel', id, ...(query.get('hours') === 'table' ? { hours: 'table' as const } : {}) }
  const verdicts = listedValues(query.get('verdict'), deliveryVerdicts)
  return {
    ...unfilteredLog(id),
    verdicts,
    time: readLogTime(query.get('time')),
    page: readPageNumber(query, 'at'),
    delivery: readId(query, 'delivery'),
  }
}

function writePanel(panel: ChannelsPanel, query: URLSearchParams): void {
  if (panel.kind === 'none') return
  if (panel.kind === 'new') {
    query.set('new', panel.type ?? '')
    if (panel.flow !== null) query.set('flow', panel.flow)
    if (panel.key !== null) query.set('key', panel.key)
    return
  }
  query.set('channel', panel.id)
  if (panel.kind === 'edit') query.set('edit', '')
  if (panel.kind === 'channel' && panel.hours === 'table') query.set('hours', 'table')
  if (panel.kind !== 'log') return
  query.set('log', '')
  if (panel.verdicts.length > 0) query.set('verdict', panel.verdicts.join(','))
  if (panel.time !== '') query.set('time', panel.time)
  if (panel.page > 1) query.set('at', String(panel.page))
  if (panel.delivery !== null) query.set('delivery', panel.delivery)
}

/** Reads a URL's query; invalid values are ignored. */
export function readChannelsView(query: URLSearchParams): ChannelsView {
  return {
    search: readSearch(query),
    types: listedValues(query.get('type'), ChannelType.options),
    statuses: listedValues(query.get('status'), ChannelStatus.options),
    page: readPageNumber(query),
    panel: readPanel(query),
  }
}

/** Unsupported filter values in the URL, and any `ordering`: the list has a single order, worst first. */
export const refusedChannelsFilters = (query: URLSearchParams): RefusedFilter[] => [
  ...refusedFilterWords(query, 'type', ChannelType.options, 'type'),
  ...refusedFilterWords(query, 'status', ChannelStatus.options, 'status'),
  ...refusedOrdering(query, ''),
]

/** The URL's query for a view; defaults are left out. */
export function writeChannelsView(view: ChannelsView): URLSearchParams {
  const query = new URLSearchParams()
  if (view.search !== '') query.set('search', view.search)
  if (view.types.length > 0) query.set('type', view.types.join(','))
  if (view.statuses.length > 0) query.set('status', view.statuses.join(','))
  if (view.page > 1) query.set('page', String(view.page))
  writePanel(view.panel, query)
  return query
}

const filterInput = ({ search, types, statuses }: ChannelsView) => ({
  search: search === '' ? undefined : search,
  type: types.length === 0 ? undefined : types.join(','),
  status: statuses.length === 0 ? undefined : statuses.join(','),
})

/** A link within the page: the current view with changes. */
export const channelsLinkTo = (view: ChannelsView, change: Partial<ChannelsView>): { search: string } => ({
  search: writeChannelsView({ ...view, ...change }).toString(),
})

/** The input of the list request for a view. */
export const channelsListInput = (view: ChannelsView) => ({
  ...filterInput(view),
  ...pageInput(view.page, pageSize),
})

/** The request that counts channels with these statuses in a filter. */
export const channelsCountInput = (view: ChannelsView, statuses: readonly ChannelStatus[]) => ({
  ...filterInput({ ...view, statuses: [...statuses] }),
  limit: 1,
})

export const isChannelsFiltered = (view: ChannelsView): boolean =>
  view.search !== '' || view.types.length > 0 || view.statuses.length > 0

/** A view without its filters; the open panel stays. */
export const unfilteredChannels = (view: ChannelsView): ChannelsView => ({
  ...view,
  search: '',
  types: [],
  statuses: [],
  page: 1,
})
