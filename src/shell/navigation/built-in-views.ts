/** The ready-made views of the inbox, which branch off its stop in the navigation. Pure. */

export interface BuiltInView {
  name: string
  label: string
  /** Filters and ordering as they stand in the URL of the inbox, in the grammar of docs/api.md, "Filters". */
  query: string
}

export const builtInViews: readonly BuiltInView[] = [
  { name: 'mine', label: 'Mine', query: 'assignee=me&status=open,pending' },
  { name: 'unassigned', label: 'Unassigned', query: 'assignee=none&status=open,pending' },
  { name: 'unread', label: 'Unread', query: 'unread=true' },
  {
    name: 'waiting',
    label: 'Waiting longest',
    query: 'status=open&waiting_since__isnull=false&ordering=waiting_since',
  },
  { name: 'person', label: 'Needs attention', query: 'handled_by=person&status=open&ordering=waiting_since' },
]

/** Parameters of the inbox that are no part of a view: what is open beside the list. */
export const nonViewParameters: ReadonlySet<string> = new Set(['conversation', 'pane'])

const marksOf = (query: URLSearchParams, names: ReadonlySet<string>): string =>
  [...query]
    .filter(([name]) => !names.has(name))
    .map(([name, value]) => `${name}=${value}`)
    .toSorted()
    .join('&')

/** What stands in the address in the place of a saved view while a ready-made one is shown changed; ids have another prefix. */
export const builtInViewId = ({ name }: Pick<BuiltInView, 'name'>): string => `ready-${name}`

/**
 * The view that a URL's query shows, or began with where it says so; else null. `beside` are names that are no part of a view:
 * what is open, the place in the list.
 */
export function builtInViewOfQuery(query: URLSearchParams, beside: ReadonlySet<string>): BuiltInView | null {
  const begun = query.get('view')
  const marks = marksOf(query, beside)
  return (
    builtInViews.find(
      (view) => builtInViewId(view) === begun || marksOf(new URLSearchParams(view.query), beside) === marks,
    ) ?? null
  )
}
