/** Incidents of channels: those that report an error, and those at which nothing arrives any more. */
import type { IncidentFigures } from '#contract/incident.ts'
import { trendLength } from '#contract/values/trend.ts'
import { count, formatCount } from '#lib/count.ts'
import { channelRunsPerDay, channelsToCheck, type ChannelFigures } from '#server/store/incidents/figures.ts'
import { channelFailuresPerDay } from '#server/store/incidents/trends.ts'
import type { Queryable } from '#server/store/engine/engine-db.ts'
import { noFigures, type Observation } from './observation.ts'
import { dayMs, isSilent, trafficDays, usualPerDay } from './rules.ts'

const subjectOf = ({ id, name }: ChannelFigures) => ({ noun: 'channel', id, name }) as const

/** Path in the console, as in src/ui/paths.ts. */
const pathOf = ({ id }: ChannelFigures): string => `/channels?${new URLSearchParams({ channel: id })}`

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

function downChannel(channel: ChannelFigures): Observation {
  const { account, status, reason, pending, hasError, lastEventAt, sample } = channel
  // Access that ends soon is no failure yet: a channel that failed has an error.
  const isBroken = status === 'error' || hasError
  const cause = sentence(reason ?? (status === 'error' ? 'The channel does not work' : 'Sign in again at the provider'))
  const queued =
    pending === 0
      ? ''
      : ` ${count(pending, 'message')} ${pending === 1 ? 'is' : 'are'} queued and will be sent automatically.`
  return {
    account,
    kind: 'channel_down',
    severity: isBroken ? 'broken' : 'attention',
    subject: subjectOf(channel),
    message: cause + queued,
    figures: { ...noFigures, count: pending, reason, since: lastEventAt?.toISOString() ?? null },
    path: pathOf(channel),
    step: isBroken ? 1 : 0,
    count: pending,
    isSample: sample,
  }
}

/**
 * A channel of the sample says in its reason that nothing arrives: its runs do not name the channel, so that its usual
 * traffic is unknown.
 */
const silentSample = (channel: ChannelFigures): Observation => ({
  account: channel.account,
  kind: 'channel_silent',
  severity: 'attention',
  subject: subjectOf(channel),
  message: sentence(channel.reason ?? 'Nothing is received'),
  figures: { ...noFigures, reason: channel.reason, since: channel.lastEventAt?.toISOString() ?? null },
  path: pathOf(channel),
  step: 0,
  count: 0,
  isSample: true,
})

async function silentChannel(db: Queryable, channel: ChannelFigures): Promise<Observation | null> {
  const { account, lastEventAt, at, sample } = channel
  if (!lastEventAt) return null
  const silentDays = Math.floor((at.getTime() - lastEventAt.getTime()) / dayMs)
  const perDay = await channelRunsPerDay(db, channel, lastEventAt, trafficDays)
  if (!isSilent({ perDay, silentDays })) return null
  const usual = Math.round(usualPerDay(perDay))
  const values = await channelRunsPerDay(db, channel, at, trendLength)
  return {
    account,
    kind: 'channel_silent',
    severity: 'attention',
    subject: subjectOf(channel),
    message: `Nothing received for ${count(silentDays, 'day')}, usually ${formatCount(usual)} a day. Check that the sender still uses the address, or pause the channel.`,
    figures: { ...noFigures, since: lastEventAt.toISOString(), trend: { unit: 'day', values, usual } },
    path: pathOf(channel),
    step: 0,
    count: 0,
    isSample: sample,
  }
}

/** Interval in ms for the trend of a channel that is down: it reads messages of many days. */
const trendEveryMs = 300_000

/** A failure a day is nothing unusual. */
const minUsual = 1

/** Failures per day, compared with the mean of the earlier days; null without failures. */
async function failureTrend(db: Queryable, channel: ChannelFigures): Promise<IncidentFigures['trend']> {
  const values = await channelFailuresPerDay(db, channel, channel.at, trendLength)
  if (values.every((failures) => failures === 0)) return null
  const earlier = values.slice(0, -1)
  const usual = earlier.reduce((sum, failures) => sum + failures, 0) / earlier.length
  return { unit: 'day', values, usual: Math.max(minUsual, Math.round(usual * 10) / 10) }
}

export interface ChannelObserver {
  observe(db: Queryable, now: Date): Promise<Observation[]>
}

export function makeChannelObserver(): ChannelObserver {
  const trends = new Map<string, { at: number; trend: IncidentFigures['trend'] }>()

  const trendOf = async (db: Queryable, channel: ChannelFigures, now: number) => {
    const known = trends.get(channel.id)
    if (known && Math.abs(now - known.at) < trendEveryMs) return known.trend
    const trend = await failureTrend(db, channel)
    trends.set(channel.id, { at: now, trend })
    return trend
  }

  return {
    async observe(db, now) {
      const found: Observation[] = []
      const down = new Set<string>()
      for (const channel of await channelsToCheck(db, now, dayMs)) {
        if (channel.status === 'error' || channel.status === 'reauth_required') {
          down.add(channel.id)
          const one = downChannel(channel)
          found.push({ ...one, figures: { ...one.figures, trend: await trendOf(db, channel, now.getTime()) } })
        } else if (channel.status === 'disconnected' && channel.sample) found.push(silentSample(channel))
        else {
          const silent = await silentChannel(db, channel)
          if (silent) found.push(silent)
        }
      }
      for (const id of trends.keys()) if (!down.has(id)) trends.delete(id)
      return found
    },
  }
}
