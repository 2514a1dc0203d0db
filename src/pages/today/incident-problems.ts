/** Problems from the incidents of a service. Pure. */
import type { Incident, IncidentKind } from '#contract/incident.ts'
import { count } from '#lib/count.ts'
import { formatSum } from '#lib/money/format-money.ts'
import type { Channel } from '#contract/channel.ts'
import { channelRemedyLink } from '#parts/channels/channel-remedy.ts'
import { incidentStyle, problemStyles } from '#parts/display/problem-styles.ts'
import { channelStyleOf } from '#parts/display/status.tsx'
import type { StatusStyle } from '#ui/feedback/tag.tsx'
import { safeNext } from '#ui/paths.ts'
import type { MissedRun, Problem, ProblemTrend } from './problem.ts'

const always = (label: string) => () => label

const remedies: Readonly<Record<IncidentKind, (incident: Incident) => string>> = {
  channel_down: always('Open channel'),
  flow_failing: ({ figures }) => (figures.count === null ? 'Review runs' : `Review ${count(figures.count, 'run')}`),
  schedule_missed: always('Open flow'),
  runs_waiting: always('Open runs'),
  balance: always('Open billing'),
  budget: always('Change budget'),
  channel_silent: always('Open channel'),
}

const names: Partial<Record<IncidentKind, string>> = {
  runs_waiting: 'Runs wait for a reply',
  budget: 'All flows',
}

function trendOf({ figures: { trend } }: Incident): ProblemTrend | null {
  if (trend === null || trend.values.every((value) => value === 0)) return null
  const { values, usual, unit, currency } = trend
  const last = values.at(-1) ?? 0
  const amount = currency === undefined ? last.toLocaleString() : formatSum(last.toFixed(6), currency)
  return { values, usual, words: `${amount} ${unit === 'hour' ? 'in the last hour' : 'today'}` }
}

/** The run that makes up for a missed schedule; null if the incident does not say enough. */
function missedRunOf({ kind, subject, figures: { trigger, since } }: Incident): MissedRun | null {
  if (kind !== 'schedule_missed' || subject === null || trigger === undefined || since === null) return null
  return { flow: { id: subject.id, name: subject.name }, trigger, since }
}

/** What the user may do, and the channels that incidents are about, as far as known. */
export interface ProblemOptions {
  /** Start flows, and see before what a run does. */
  canRun: boolean
  /** Change channels. */
  canEdit: boolean
  channels: readonly Channel[]
}

/** The channel that an incident is about; undefined if it is not known, or works by its own status. */
const channelIn = ({ subject }: Incident, channels: readonly Channel[]): Channel | undefined =>
  subject?.noun === 'channel' ? channels.find(({ id }) => id === subject.id) : undefined

function remedyOf(incident: Incident, { canRun, canEdit, channels }: ProblemOptions): Problem['remedy'] {
  const remedy: ((of: Incident) => string) | undefined = remedies[incident.kind]
  // The path comes from the service, so it is untrusted.
  const path = safeNext(incident.path)
  const channel = channelIn(incident, channels)
  if (channel !== undefined) return channelRemedyLink(channel, path, canEdit)
  const run = canRun ? missedRunOf(incident) : null
  return run === null ? { label: remedy?.(incident) ?? 'Open', path } : { label: 'Run now', path, run }
}

/** The same word for a channel as in the list of channels. */
function statusOf(incident: Incident, channels: readonly Channel[]): StatusStyle {
  const channel = channelIn(incident, channels)
  if (channel === undefined) return incidentStyle(incident) ?? problemStyles.down
  const style = channelStyleOf(channel)
  return incident.severity === 'broken' ? { ...style, tone: 'bad' } : style
}

/** A kind that this console does not know is shown with its message and a link. */
export const incidentProblems = (incidents: readonly Incident[], options: ProblemOptions): Problem[] =>
  incidents
    .filter(({ status }) => status === 'open')
    .map((incident) => {
      const { id, kind, severity, subject, message } = incident
      return {
        key: `incident ${id}`,
        isBroken: severity === 'broken',
        status: statusOf(incident, options.channels),
        name: subject?.name ?? names[kind] ?? '',
        words: message,
        trend: trendOf(incident),
        remedy: remedyOf(incident, options),
      }
    })
