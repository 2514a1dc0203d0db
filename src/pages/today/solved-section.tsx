import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { incident as incidentApi } from '#contract/incident.ts'
import { TimeText } from '#parts/display/time.tsx'
import { safeNext } from '#ui/paths.ts'
import { useNow } from '#ui/browser/now.ts'
import { Timeline } from '#ui/feedback/timeline.tsx'
import { Section } from './section.tsx'

const maxRows = 5
const days = 7
const dayMs = 86_400_000

/** Incidents that ended lately. Left out if there are none, or the service has no incidents. */
export function SolvedSection() {
  const enabled = useExtension('incidents')
  const since = useNow() - days * dayMs
  const { data } = useQuery({ ...q(incidentApi.list, { status: 'over', limit: maxRows }), enabled, retry: false })
  const rows = data?.results.filter(({ over_at: at }) => at !== null && Date.parse(at) > since) ?? []
  if (rows.length === 0) return null
  return (
    <Section title={`Solved in the last ${days} days`}>
      <Timeline className="changes">
        {rows.map(({ id, subject, message, path, over_at: at }) => (
          <li key={id} className="ok flex gap-3">
            <span className="min-w-0 flex-1 text-text-2 wrap-anywhere">
              <Link className="font-medium text-text hover:underline" to={safeNext(path)}>
                <bdi>{subject?.name ?? 'The account'}</bdi>
              </Link>{' '}
              {message}
            </span>
            <span className="flex-none text-xs leading-5 text-text-3">
              <TimeText at={at} />
            </span>
          </li>
        ))}
      </Timeline>
    </Section>
  )
}
