import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#api/query/query.ts'
import { conversation } from '#contract/conversation.ts'
import { paramsOf } from '#parts/filters/rules.ts'
import { filteredTotal } from '#parts/lists/known-total.ts'
import { savedParts, savedQuery } from '#parts/views/saved-view-query.ts'
import { useSavedViews } from '#parts/views/use-saved-views.ts'
import { useZone } from '#parts/display/zone.ts'
import { paths } from '#ui/paths.ts'
import { countQueryOptions } from './nav-counts.ts'

/** Maximum number of links: more would push the other items out of sight. The list of views shows all. */
const maxPinnedViews = 8

/** The pinned saved views of the user, below the built-in ones, with the number of conversations in each. */
export function SavedViewLinks({ currentId }: { currentId: string | null }) {
  const tz = useZone()
  const pinned = useSavedViews('conversation')
    .all.filter((view) => view.pinned)
    .slice(0, maxPinnedViews)
  const countQueries = useQueries({
    queries: pinned.map((view) => {
      const { filters } = savedParts(view)
      return {
        ...q(conversation.list, { filters: paramsOf(filters), tz, limit: 1 }),
        ...countQueryOptions,
        // A count that ignores unreadable filters would be wrong.
        enabled: filters.refused.length === 0,
      }
    }),
  })
  return pinned.map((view, index) => {
    const count = filteredTotal(countQueries[index]?.data, [...new URLSearchParams(savedQuery(view)).keys()])
    return (
      <Link
        key={view.id}
        className="branch"
        to={`${paths.inbox}?${savedQuery(view)}`}
        aria-current={view.id === currentId ? 'true' : undefined}
      >
        <bdi className="cut">{view.name}</bdi>
        {count !== null && <span className="n">{count.toLocaleString()}</span>}
      </Link>
    )
  })
}
