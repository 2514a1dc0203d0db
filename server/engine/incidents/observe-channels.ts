/** Incidents of channels: those that report an error, and those at which nothing arrives any more. */
import { trendLength } from '#contract/values/trend.ts'
import { count, formatCount } from '#lib/count.ts'
import { channelRunsPerDay, channelsToCheck, type ChannelFigures } from '#server/store/incidents/figures.ts'
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

export async function observeChannels(db: Queryable, now: Date): Promise<Observation[]> {
  const found: Observation[] = []
  for (const channel of await channelsToCheck(db, now, dayMs)) {
    if (channel.status === 'error' || channel.status === 'reauth_required') found.push(downChannel(channel))
    else if (channel.status === 'disconnected' && channel.sample) found.push(silentSample(channel))
    else {
      const silent = await silentChannel(db, channel)
      if (silent) found.push(silent)
    }
  }
  return found
}
