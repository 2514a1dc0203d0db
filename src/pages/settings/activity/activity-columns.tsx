import { Link } from 'react-router'
import type { Activity } from '#contract/activity.ts'
import { TimeText } from '#parts/display/time.tsx'
import type { Column } from '#ui/table/table.tsx'
import { Tag } from '#ui/feedback/tag.tsx'
import { activityWords, pathOfObject } from '#parts/activity/activity-words.ts'

function ActivityText({ activity }: { activity: Activity }) {
  const path = pathOfObject(activity)
  const name = activity.object === null ? '' : (activity.object.name ?? activity.object.id)
  return (
    <span className="cut block max-sm:line-clamp-2 max-sm:whitespace-normal">
      <span className="text-text-2">{activityWords(activity.action)}</span>{' '}
      {path === null ? (
        <bdi>{name}</bdi>
      ) : (
        <Link className="link" to={path}>
          <bdi>{name}</bdi>
        </Link>
      )}
    </span>
  )
}

const ActorCell = ({ actor }: Pick<Activity, 'actor'>) =>
  actor === null ? (
    <span className="text-text-3">The service</span>
  ) : (
    <span className="flex min-w-0 items-center gap-1.5">
      <bdi className="cut font-medium">{actor.name || 'No name'}</bdi>
      {actor.kind === 'key' && <Tag>Key</Tag>}
    </span>
  )

export const activityColumns: readonly Column<Activity>[] = [
  {
    id: 'who',
    head: 'Who',
    className: 'w-[22%] max-sm:w-[34%]',
    cell: (activity) => <ActorCell actor={activity.actor} />,
  },
  { id: 'what', head: 'Action', cell: (activity) => <ActivityText activity={activity} /> },
  {
    id: 'from',
    head: 'From',
    className: 'w-[140px] @max-[640px]:hidden',
    cell: (activity) => <span className="mono text-text-2">{activity.address ?? '—'}</span>,
  },
  {
    id: 'at',
    head: 'When',
    right: true,
    className: 'w-[128px] max-sm:w-[96px]',
    cell: (activity) => (
      <span className="text-text-2">
        <TimeText at={activity.at} />
      </span>
    ),
  },
]
