import { useQueries } from '@tanstack/react-query'
import { Link } from 'react-router'
import { q } from '#api/query/query.ts'
import { conversation } from '#contract/conversation.ts'
import { paramsOf } from '#parts/filters/rules.ts'
import { filteredTotal } from '#parts/lists/known-total.ts'
import { savedParts, savedQuery } from '#parts/lists/saved-view-query.ts'
import { useSavedViews } from '#parts/lists/use-saved-views.ts'
import { useZone } from '#parts/display/zone.ts'
import { paths } from '#ui/paths.ts'
import { countQueryOptions } from './nav-counts.ts'

/** More would push the other stops out of sight; all of them are in the list of views. */
const maxBranches = 8

/** The saved views that the person has pinned, below the ready-made ones, with how many conversations each has. */
export function SavedViewLinks({ shown }: { shown: string | null }) {
  const tz = useZone()
  const pinned = useSavedViews()
    .all.filter((view) => view.pinned)
    .slice(0, maxBranches)
  const found = useQueries({
    queries: pinned.map((view) => {
      const { filters } = savedParts(view)
      return {
        ...q(conversation.list, { filters: paramsOf(filters), tz, limit: 1 }),
        ...countQueryOptions,
        // Without what cannot be read it would be another number.
        enabled: filters.refused.length === 0,
      }
    }),
  })
  return pinned.map((view, index) => {
    const count = filteredTotal(found[index]?.data, [...new URLSearchParams(savedQuery(view)).keys()])
    return (
      <Link
        key={view.id}
        className="branch"
        to={`${paths.inbox}?${savedQuery(view)}`}
        aria-current={view.id === shown ? 'true' : undefined}
      >
        <bdi className="cut">{view.name}</bdi>
        {count !== null && <span className="n">{count.toLocaleString()}</span>}
      </Link>
    )
  })
}
