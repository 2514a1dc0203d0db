import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useExtension, useMe } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { activity as activityApi, type Activity } from '#contract/activity.ts'
import { flow as flowApi, type FlowSummary } from '#contract/flow.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { isAbsent } from '#lib/absent.ts'
import { activityWords, pathOfObject } from '#parts/activity/activity-words.ts'
import { flowVersionWords } from '#parts/forms/known-version.ts'
import { TimeText } from '#parts/display/time.tsx'
import { flowPath, paths, settingsPath } from '#ui/paths.ts'
import { Timeline } from '#ui/feedback/timeline.tsx'
import { Section } from './section.tsx'

const maxRows = 6
/** What changes the behaviour of the account; replies and sign-ins are no changes. */
const changedNouns = new Set(['flow', 'tool', 'channel', 'budget', 'sample', 'person', 'key'])

const isChange = ({ action, object }: Activity): boolean =>
  object !== null && changedNouns.has(object.noun) && changedNouns.has(action.split('.')[0] ?? '')

function ChangeRow({ at, children }: { at: string | null; children: ReactNode }) {
  return (
    <li className="flex gap-3">
      <span className="min-w-0 flex-1 text-text-2 wrap-anywhere">{children}</span>
      <span className="flex-none text-xs leading-5 text-text-3">
        <TimeText at={at} />
      </span>
    </li>
  )
}

function ActivityRow({ activity }: { activity: Activity }) {
  const path = pathOfObject(activity)
  const name = activity.object?.name ?? activity.object?.id ?? ''
  return (
    <ChangeRow at={activity.at}>
      <bdi className="font-medium text-text">{activity.actor?.name || 'The service'}</bdi>{' '}
      {activityWords(activity.action)}{' '}
      {path === null ? (
        <bdi className="font-medium text-text">{name}</bdi>
      ) : (
        <Link className="font-medium text-text hover:underline" to={path}>
          <bdi>{name}</bdi>
        </Link>
      )}
    </ChangeRow>
  )
}

const FlowRow = ({ flow }: { flow: FlowSummary }) => (
  <ChangeRow at={flow.updated_at}>
    <Link className="font-medium text-text hover:underline" to={flowPath(flow.id)}>
      <bdi>{flow.name}</bdi>
    </Link>{' '}
    changed{!isAbsent(flow.version) && `, now ${flowVersionWords(flow)}`}
  </ChangeRow>
)

function ActivityChanges() {
  const { data } = useQuery({ ...q(activityApi.list, { limit: maxLimit }), retry: false })
  const rows = data?.results.filter(isChange).slice(0, maxRows) ?? []
  if (rows.length === 0) return null
  return (
    <Section title="Recent changes" all={{ label: 'All activity', path: settingsPath('activity') }}>
      <Timeline className="changes">
        {rows.map((activity) => (
          <ActivityRow key={activity.id} activity={activity} />
        ))}
      </Timeline>
    </Section>
  )
}

function FlowChanges() {
  const { data } = useQuery({ ...q(flowApi.list, { ordering: '-updated_at', limit: maxRows }), retry: false })
  const rows = data?.results.filter((flow) => !isAbsent(flow.updated_at)).slice(0, maxRows) ?? []
  if (rows.length === 0) return null
  return (
    <Section title="Recent changes" all={{ label: 'All flows', path: paths.flows }}>
      <Timeline className="changes">
        {rows.map((flow) => (
          <FlowRow key={flow.id} flow={flow} />
        ))}
      </Timeline>
    </Section>
  )
}

/** What changed last and by whom: from the activity log, which only owners can read, else from the list of flows. */
export function ChangesSection() {
  const hasActivity = useExtension('activity')
  const isOwner = useMe()?.role === 'owner'
  return hasActivity && isOwner ? <ActivityChanges /> : <FlowChanges />
}
