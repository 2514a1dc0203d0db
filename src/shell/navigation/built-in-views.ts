/** The built-in views of the inbox, shown below it in the navigation. Pure. */

export interface BuiltInView {
  name: string
  label: string
  /** Filters and ordering as in the inbox's URL, in the grammar of docs/api.md, "Filters". */
  query: string
}

/** The open conversations whose contact waits for an answer. */
export const waitingView: BuiltInView = {
  name: 'waiting',
  label: 'Waiting',
  query: 'status=open&waiting_since__isnull=false&ordering=waiting_since',
}

/** The view that the inbox opens with: what is open, the contact who waits longest first. */
export const openView: BuiltInView = { name: 'open', label: 'Open', query: 'status=open&ordering=waiting_since' }

/** Query of the inbox without a filter. It is named, since the inbox without a query is `openView`. */
export const allConversationsQuery = 'view=all'

/** Every view shows open conversations only, so that their counts can be compared. */
export const builtInViews: readonly BuiltInView[] = [
  openView,
  waitingView,
  { name: 'mine', label: 'Mine', query: 'assignee=me&status=open' },
  { name: 'unassigned', label: 'Unassigned', query: 'assignee=none&status=open' },
  { name: 'unread', label: 'Unread', query: 'unread=true&status=open' },
  { name: 'person', label: 'With a person', query: 'handled_by=person&status=open&ordering=waiting_since' },
]

/** Parameters of the inbox that do not belong to a view: the objects open beside the list. */
export const nonViewParameters: ReadonlySet<string> = new Set(['conversation', 'pane'])

const filterKeyOf = (query: URLSearchParams, names: ReadonlySet<string>): string =>
  [...query]
    .filter(([name]) => !names.has(name))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('&')

/** Whether a URL's query is that of all conversations, in any order. */
export const isAllConversations = (query: URLSearchParams): boolean =>
  filterKeyOf(query, new Set([...nonViewParameters, 'ordering'])) === allConversationsQuery

/**
 * Value in the URL in place of a saved view's id while a built-in view is shown with changes; ids have another prefix.
 */
export const builtInViewId = ({ name }: Pick<BuiltInView, 'name'>): string => `ready-${name}`

/**
 * The view of a URL's query, or the view that was changed, if the query names it; else null. `ignoredParameters`:
 * parameters that do not belong to a view, such as the open object and the position in the list.
 */
export function builtInViewOfQuery(query: URLSearchParams, ignoredParameters: ReadonlySet<string>): BuiltInView | null {
  const namedView = query.get('view')
  const filterKey = filterKeyOf(query, ignoredParameters)
  return (
    builtInViews.find(
      (view) =>
        builtInViewId(view) === namedView ||
        filterKeyOf(new URLSearchParams(view.query), ignoredParameters) === filterKey,
    ) ?? null
  )
}
