import { Link } from 'react-router'
import { useLacks, useWriteReason } from '#api/query/me.ts'
import type { Rule } from '#contract/filter/filter.ts'
import { allConversationsQuery } from '#shell/navigation/built-in-views.ts'
import type { InboxView } from '#pages/inbox/inbox-view.ts'
import type { InboxList } from '#pages/inbox/list/use-inbox-list.ts'

/** Whether a rule leaves out resolved conversations, so that what it lists is work to do. */
const isAboutWork = ({ field, operator, values }: Rule): boolean =>
  field.name === 'status' && operator === 'exact' && !values.includes('resolved')

/** "5 done, 41 left" above a list of open conversations. `finished`: ids of those done since the list was opened. */
export function TriageProgress({
  view,
  list: { count, countWords, page },
  finished,
}: {
  view: InboxView
  list: Pick<InboxList, 'count' | 'countWords' | 'page'>
  finished: ReadonlySet<string>
}) {
  const canEdit = !useLacks('conversation.edit')
  const mayWrite = useWriteReason() === null && canEdit
  const done = finished.size
  if (!mayWrite || count === null || count + done === 0 || !view.filters.rules.some(isAboutWork)) return null
  // Until the list is read again, it contains conversations that are done.
  const left = Math.max(0, count - (page?.results.filter(({ id }) => finished.has(id)).length ?? 0))
  return (
    <div className="triage-progress">
      <span role="status">
        {done.toLocaleString()} done, {countWords(left)} left
      </span>
      <span className="track" aria-hidden="true">
        <i style={{ width: `${done === 0 ? 0 : (100 * done) / (done + left)}%` }} />
      </span>
      <Link className="link lg:hidden" to={`?${allConversationsQuery}`}>
        All conversations
      </Link>
    </div>
  )
}
