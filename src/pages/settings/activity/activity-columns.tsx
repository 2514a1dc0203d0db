import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Activity } from '#contract/activity.ts'
import { count } from '#lib/count.ts'
import { TimeText } from '#parts/display/time.tsx'
import type { Column } from '#ui/table/table.tsx'
import { Tag } from '#ui/feedback/tag.tsx'
import { batchWords, type ActivityBatch } from '#parts/activity/activity-batches.ts'
import { pathOfObject } from '#parts/activity/activity-words.ts'

/** Names listed of many objects. */
const maxNames = 3

function ObjectName({ action, object }: { action: string; object: ActivityBatch['objects'][number] }) {
  const path = pathOfObject({ action, object })
  const name = <bdi>{object.name ?? object.id}</bdi>
  return path === null ? (
    name
  ) : (
    <Link className="link" to={path}>
      {name}
    </Link>
  )
}

function ActivityText({ batch }: { batch: ActivityBatch }) {
  const { latest, objects } = batch
  const { start, end } = batchWords(batch)
  const more = objects.length - maxNames
  return (
    <span className="block py-2 wrap-anywhere whitespace-normal">
      <span className="sm:hidden">
        <Actor actor={latest.actor} />{' '}
      </span>
      <span className="text-text-2">{start}</span>{' '}
      {objects.slice(0, maxNames).map((object, index) => (
        <Fragment key={object.id}>
          {index > 0 && ', '}
          <ObjectName action={latest.action} object={object} />
        </Fragment>
      ))}
      {more > 0 && <span className="text-text-2"> and {count(more, 'other')}</span>}
      {end !== '' && <span className="text-text-2"> {end}</span>}
    </span>
  )
}

const Actor = ({ actor }: Pick<Activity, 'actor'>) =>
  actor === null ? (
    <span className="text-text-3">The service</span>
  ) : (
    <>
      <bdi className="font-medium">{actor.name || 'No name'}</bdi>
      {actor.kind === 'key' && (
        <>
          {' '}
          <Tag>Key</Tag>
        </>
      )}
    </>
  )

export const activityColumns: readonly Column<ActivityBatch>[] = [
  {
    id: 'who',
    head: 'Who',
    className: 'w-[22%] max-sm:hidden',
    cell: ({ latest }) => (
      <span className="cut block">
        <Actor actor={latest.actor} />
      </span>
    ),
  },
  { id: 'what', head: 'Action', cell: (batch) => <ActivityText batch={batch} /> },
  {
    id: 'from',
    head: 'From',
    className: 'w-[140px] @max-[640px]:hidden',
    cell: ({ latest }) => <span className="mono text-text-2">{latest.address ?? '—'}</span>,
  },
  {
    id: 'at',
    head: 'When',
    right: true,
    className: 'w-[128px] max-sm:w-[96px]',
    cell: ({ latest }) => (
      <span className="text-text-2">
        <TimeText at={latest.at} />
      </span>
    ),
  },
]
