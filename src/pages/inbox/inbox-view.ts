/** What the inbox shows, as it stands in the URL: the filter, its order, and what is open beside the list. Pure. */
import { conversationFields } from '#contract/conversation.ts'
import { parseFilters, parseOrdering } from '#contract/filter.ts'
import type { FieldMessages } from '#api/errors.ts'

export interface InboxView {
  /** The filter as it travels: `status` → "open,pending", `cf.tier` → "gold". */
  filters: Readonly<Record<string, string>>
  /** "-last_message_at": as the service takes it. */
  ordering: string
  /** Id of the conversation that is open. */
  conversation: string | null
  /** Where there is no room for three panes: whether the contact is shown. */
  isContactOpen: boolean
  /** Why a filter cannot be understood, by its parameter. */
  problems: FieldMessages
}

/** Parameters of the URL that are no filters. */
const own = new Set(['conversation', 'pane', 'ordering'])
const orderable = conversationFields.fields.filter((field) => field.orderable).map((field) => field.name)

/** Reads a URL's query. A filter that makes no sense is named in `problems`; any other nonsense counts as not given. */
export function readView(query: URLSearchParams): InboxView {
  const filters: Record<string, string> = {}
  const problems: FieldMessages = {}
  for (const [name, value] of query) {
    if (own.has(name)) continue
    if (Object.hasOwn(filters, name)) problems[name] = ['It is given more than once.']
    else filters[name] = value
  }
  Object.assign(problems, parseFilters(conversationFields, Object.entries(filters), own).errors)
  const asked = parseOrdering(orderable, query.get('ordering') ?? '')
  const isOrdering = typeof asked !== 'string' && asked.length > 0
  return {
    filters,
    problems,
    ordering: isOrdering ? (query.get('ordering') ?? '') : conversationFields.defaultOrdering,
    conversation: query.get('conversation') || null,
    isContactOpen: query.get('pane') === 'contact',
  }
}

type Shown = Pick<InboxView, 'filters' | 'ordering'> & Partial<Pick<InboxView, 'conversation' | 'isContactOpen'>>

/** The URL's query for a view; what is usual is left out. */
export function writeView({ filters, ordering, conversation = null, isContactOpen = false }: Shown): URLSearchParams {
  const query = new URLSearchParams(filters)
  if (ordering !== conversationFields.defaultOrdering) query.set('ordering', ordering)
  if (conversation !== null) query.set('conversation', conversation)
  if (conversation !== null && isContactOpen) query.set('pane', 'contact')
  return query
}

/** The list's part of the view as the service takes it. `zone`: in which dates without a time are read. */
export const listInput = ({ filters, ordering }: Pick<InboxView, 'filters' | 'ordering'>, zone: string) => ({
  filters,
  ordering,
  tz: zone,
})

export type ListInput = ReturnType<typeof listInput>

/** The input that lists a single row of the list, if it is (still) in it; null where the filter speaks of numbers itself. */
export function rowInput(input: ListInput, number: number) {
  const asksNumbers = Object.keys(input.filters).some((name) => name === 'number' || name.startsWith('number__'))
  return asksNumbers ? null : { ...input, filters: { ...input.filters, number: String(number) }, limit: 1 }
}
