/** The view of the inbox in the URL: the filter, its order, and what is open beside the list. Pure. */
import { conversationFields } from '#contract/conversation.ts'
import { parseOrdering } from '#contract/filter/filter.ts'
import { readGroups } from '#parts/filters/groups.ts'
import { isUnfiltered, paramsOf, readRules, writeRules, type Filters } from '#parts/filters/rules.ts'
import { readId } from '#parts/lists/list-query.ts'
import { refusedOrdering, type RefusedFilter } from '#parts/lists/refused-filter-words.ts'
import { savedName } from '#parts/views/saved-view-query.ts'

export interface InboxView {
  /** Id of the saved view that the filter is based on; `allConversations` = none, not even the default view. */
  saved: string | null
  filters: Filters
  /** As in the request: "-last_message_at". */
  ordering: string
  /** Id of the open conversation. */
  conversation: string | null
  /** Whether the contact is open as a panel, on screens without space for three panes. */
  isContactOpen: boolean
}

/** Displays another view; `replace`: replaces the history entry. */
export type OnInboxView = (view: InboxView, replace?: boolean) => void

/** From this width on, three panes are shown side by side. */
export const threePanesQuery = '(min-width: 64rem)'

/** Parameters of the URL for what is open: not filters, and not part of a built-in view. */
export const openParameters = ['conversation', 'pane'] as const
const orderable = conversationFields.fields.filter((field) => field.orderable).map((field) => field.name)

/** Value of `saved` for all conversations, even if another view is the default. */
export const allConversations = 'all'

const noGroups = 'This service does not support filter groups.'

function orderingIn(query: URLSearchParams): string {
  const text = query.get('ordering') ?? ''
  const asked = parseOrdering(orderable, text)
  return typeof asked !== 'string' && asked.length > 0 ? text : conversationFields.defaultOrdering
}

/** Ignored parameters of the URL that are not filters: an unsupported order. */
export const refusedInboxFilters = (query: URLSearchParams): RefusedFilter[] =>
  refusedOrdering(query, orderingIn(query))

/**
 * Reads a URL's query. Invalid filters are in `filters.refused`; other invalid values are ignored.
 * @param hasGroups the service supports `filter=`
 */
export function readInboxView(query: URLSearchParams, hasGroups: boolean): InboxView {
  return {
    saved: readId(query, savedName),
    filters: readRules(conversationFields, query, [...openParameters, savedName], hasGroups ? readGroups : noGroups),
    ordering: orderingIn(query),
    conversation: readId(query, 'conversation'),
    isContactOpen: query.get('pane') === 'contact',
  }
}

/** The URL's query for a view, without defaults. */
export function writeInboxView({ saved, filters, ordering, conversation, isContactOpen }: InboxView): URLSearchParams {
  const query = writeRules(filters, new URLSearchParams(saved === null ? {} : { [savedName]: saved }))
  if (ordering !== conversationFields.defaultOrdering) query.set('ordering', ordering)
  if (conversation !== null) query.set('conversation', conversation)
  if (conversation !== null && isContactOpen) query.set('pane', 'contact')
  return query
}

/** Whether the URL is empty, so that the default view applies. */
export const isBare = ({ saved, filters, ordering, conversation }: InboxView): boolean =>
  saved === null && conversation === null && isUnfiltered(filters) && ordering === conversationFields.defaultOrdering

/** The request for the list. `zone`: time zone for dates without a time. */
export const inboxListInput = ({ filters, ordering }: Pick<InboxView, 'filters' | 'ordering'>, zone: string) => ({
  filters: paramsOf(filters),
  ordering,
  tz: zone,
})

export type InboxListInput = ReturnType<typeof inboxListInput>

/** The same list, restricted to the conversation with a number; its result is empty if the filter excludes it. */
export function rowInput(input: InboxListInput, number: number) {
  const asked = input.filters['number'] ?? []
  const numbers = [...(typeof asked === 'string' ? [asked] : asked), String(number)]
  return { ...input, filters: { ...input.filters, number: numbers }, limit: 1 }
}
