/** What the inbox shows, as it stands in the URL: the filter, its order, and what is open beside the list. Pure. */
import { conversationFields } from '#contract/conversation.ts'
import { parseOrdering } from '#contract/filter/filter.ts'
import { readGroups } from '#parts/filters/groups.ts'
import { isUnfiltered, paramsOf, readRules, writeRules, type Filters } from '#parts/filters/rules.ts'
import { readId } from '#parts/lists/list-query.ts'
import { refusedOrdering, type RefusedFilter } from '#parts/lists/refused-filter-words.ts'
import { savedName } from '#parts/lists/saved-view-query.ts'

export interface InboxView {
  /** Id of the saved view that this one began with; `everything` = none, not even the one that opens first. */
  saved: string | null
  filters: Filters
  /** "-last_message_at": as the service takes it. */
  ordering: string
  /** Id of the conversation that is open. */
  conversation: string | null
  /** Where there is no room for three panes: whether the contact is shown. */
  isContactOpen: boolean
}

/** Shows another view; `replace`: without a step of its own in the history. */
export type OnInboxView = (view: InboxView, replace?: boolean) => void

/** From here on three panes stand side by side. */
export const threePanesQuery = '(min-width: 64rem)'

/** Parameters of the URL that say what is open: no filters, and no part of a ready-made view. */
export const openNames = ['conversation', 'pane'] as const
const orderable = conversationFields.fields.filter((field) => field.orderable).map((field) => field.name)

/** Says in the place of a saved view that all conversations are wanted, though another view opens first. */
export const allConversations = 'all'

const noGroups = 'This service does not support filter groups.'

function orderingIn(query: URLSearchParams): string {
  const text = query.get('ordering') ?? ''
  const asked = parseOrdering(orderable, text)
  return typeof asked !== 'string' && asked.length > 0 ? text : conversationFields.defaultOrdering
}

/** What stands in the address beside the filters and is no order of this list. */
export const refusedInboxFilters = (query: URLSearchParams): RefusedFilter[] =>
  refusedOrdering(query, orderingIn(query))

/**
 * Reads a URL's query. Filters that make no sense are in `filters.refused`; any other nonsense counts as not given.
 * @param hasGroups the service takes `filter=`
 */
export function readInboxView(query: URLSearchParams, hasGroups: boolean): InboxView {
  return {
    saved: readId(query, savedName),
    filters: readRules(conversationFields, query, [...openNames, savedName], hasGroups ? readGroups : noGroups),
    ordering: orderingIn(query),
    conversation: readId(query, 'conversation'),
    isContactOpen: query.get('pane') === 'contact',
  }
}

/** The URL's query for a view; what is usual is left out. */
export function writeInboxView({ saved, filters, ordering, conversation, isContactOpen }: InboxView): URLSearchParams {
  const query = writeRules(filters, new URLSearchParams(saved === null ? {} : { [savedName]: saved }))
  if (ordering !== conversationFields.defaultOrdering) query.set('ordering', ordering)
  if (conversation !== null) query.set('conversation', conversation)
  if (conversation !== null && isContactOpen) query.set('pane', 'contact')
  return query
}

/** The address says nothing: the view that opens first may take its place. */
export const isBare = ({ saved, filters, ordering, conversation }: InboxView): boolean =>
  saved === null && conversation === null && isUnfiltered(filters) && ordering === conversationFields.defaultOrdering

/** The list's part of the view as the service takes it. `zone`: in which dates without a time are read. */
export const inboxListInput = ({ filters, ordering }: Pick<InboxView, 'filters' | 'ordering'>, zone: string) => ({
  filters: paramsOf(filters),
  ordering,
  tz: zone,
})

export type InboxListInput = ReturnType<typeof inboxListInput>

/** The same list with only the row of a number, if it is (still) in it. */
export function rowInput(input: InboxListInput, number: number) {
  const asked = input.filters['number'] ?? []
  const numbers = [...(typeof asked === 'string' ? [asked] : asked), String(number)]
  return { ...input, filters: { ...input.filters, number: numbers }, limit: 1 }
}
