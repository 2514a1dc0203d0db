import { Link } from 'react-router'
import type { Activity } from '#contract/activity.ts'
import { TimeText } from '#parts/display/time.tsx'
import type { Column } from '#ui/table/table.tsx'
import { Tag } from '#ui/feedback/tag.tsx'
import { activityWords, pathOfObject } from './activity-words.ts'

function What({ deed }: { deed: Activity }) {
  const path = pathOfObject(deed)
  const name = deed.object === null ? '' : (deed.object.name ?? deed.object.id)
  return (
    <span className="cut block max-sm:line-clamp-2 max-sm:whitespace-normal">
      <span className="text-text-2">{activityWords(deed.action)}</span>{' '}
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

const Who = ({ actor }: Pick<Activity, 'actor'>) =>
  actor === null ? (
    <span className="text-text-3">The service</span>
  ) : (
    <span className="flex min-w-0 items-center gap-1.5">
      <bdi className="cut font-medium">{actor.name || 'No name'}</bdi>
      {actor.kind === 'key' && <Tag>Key</Tag>}
    </span>
  )

export const activityColumns: readonly Column<Activity>[] = [
  { id: 'who', head: 'Who', className: 'w-[22%] max-sm:w-[34%]', cell: (deed) => <Who actor={deed.actor} /> },
  { id: 'what', head: 'Action', cell: (deed) => <What deed={deed} /> },
  {
    id: 'from',
    head: 'From',
    className: 'w-[140px] @max-[640px]:hidden',
    cell: (deed) => <span className="mono text-text-2">{deed.address ?? '—'}</span>,
  },
  {
    id: 'at',
    head: 'When',
    right: true,
    className: 'w-[128px] max-sm:w-[96px]',
    cell: (deed) => (
      <span className="text-text-2">
        <TimeText at={deed.at} />
      </span>
    ),
  },
]
