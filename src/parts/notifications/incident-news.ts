/** What is new in a list of incidents, and the notification about it. Pure. */
import type { Incident, IncidentKind } from '#contract/incident.ts'
import { paths, safeNext } from '#ui/paths.ts'

/** Notifications that are shown at once; more are one with their number. */
const maxShown = 3

const kindWords: Readonly<Record<IncidentKind, string>> = {
  channel_down: 'Down',
  flow_failing: 'Failing',
  schedule_missed: 'Missed',
  runs_waiting: 'Runs wait for a reply',
  balance: 'Balance',
  budget: 'Budget',
  channel_silent: 'Silent',
}

/** When each incident was last reported, by id. Those that are over stay: an incident opens once. */
export type ReportedTimes = ReadonlyMap<string, string>

const reportedAt = ({ reported_at: reported, opened_at: opened }: Incident): string => reported ?? opened

export const withReported = (known: ReportedTimes, incidents: readonly Incident[]): ReportedTimes =>
  new Map([...known, ...incidents.map((one) => [one.id, reportedAt(one)] as const)])

/** Open incidents that are new or got worse. Those of the sample only show what one looks like. */
export const incidentNews = (known: ReportedTimes, incidents: readonly Incident[]): Incident[] =>
  incidents.filter((one) => one.status === 'open' && !one.sample && reportedAt(one) > (known.get(one.id) ?? ''))

export interface NotificationWords {
  title: string
  body: string
  /** The same tag is not shown twice. */
  tag: string
  path: string
}

function titleOf(incident: Incident, known: ReportedTimes): string {
  const { id, kind, subject } = incident
  const words: string | undefined = kindWords[kind]
  const what = [words ?? 'Problem', ...(subject === null ? [] : [subject.name])].join(': ')
  return known.has(id) ? `Worse: ${what}` : what
}

export function notificationsOf(news: readonly Incident[], known: ReportedTimes): NotificationWords[] {
  if (news.length > maxShown)
    return [
      {
        title: `${news.length} problems are new or worse`,
        body: news.map((one) => titleOf(one, known)).join('\n'),
        tag: news.map(({ id }) => id).join(' '),
        path: paths.home,
      },
    ]
  return news.map((one) => ({
    title: titleOf(one, known),
    body: one.message,
    tag: `${one.id} ${reportedAt(one)}`,
    path: safeNext(one.path),
  }))
}
