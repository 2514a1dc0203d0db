import { useQuery } from '@tanstack/react-query'
import { AlarmClock, CircleCheck, Hourglass, PlugZap, Wallet, type LucideIcon } from 'lucide-react'
import { useExtension, useLacks, useProduct } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { balance as balanceApi, run as runApi } from '#contract/billing.ts'
import { channel as channelApi } from '#contract/channel.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { count, formatCount } from '#lib/count.ts'
import { formatSum } from '#lib/money/format-money.ts'
import { dayIn } from '#lib/time/calendar-day.ts'
import { dayStart } from '#lib/time/period.ts'
import { waitedMs, waitLimitWords, waitWords } from '#parts/display/waiting-time.ts'
import { filteredTotal, knownTotal } from '#parts/lists/known-total.ts'
import { failedShare } from '#parts/runs/failed-share.ts'
import { useZone } from '#parts/display/zone.ts'
import { useNow } from '#ui/browser/now.ts'
import { useRunHours } from './run-hours-chart.tsx'
import { useWaiting } from './use-problems.ts'

interface Stop {
  icon: LucideIcon
  title: string
  words: string
}

/** The share of failed runs in 24 hours, or the number of active flows if the service does not count runs by hour. */
function useFailureStop(): Stop | null {
  const { hours: summary } = useRunHours()
  const active = { ...q(flowApi.list, { status: 'active', limit: 1 }), retry: false }
  const flows = filteredTotal(useQuery(active).data, ['status'])
  const isForeign = useProduct() !== null
  const share = summary === undefined ? '' : failedShare(summary.totals)
  if (share !== '') {
    const before = summary?.previous ? failedShare(summary.previous) : ''
    const words = before === '' ? 'in the last 24 hours' : `${before} the day before`
    return { icon: CircleCheck, title: `${share} failed`, words }
  }
  if (flows === null) return null
  const words = isForeign ? 'no run failed in the last 24 hours' : 'no last run failed'
  return { icon: CircleCheck, title: count(flows, 'active flow'), words }
}

/** Runs that schedules started today: those that are late by more than a minute do not start. */
function useScheduleStop(): Stop | null {
  const zone = useZone()
  const since = new Date(dayStart(dayIn(useNow(), zone), zone)).toISOString()
  const filters = { started_at__gte: since, trigger: 'schedule' }
  const enabled = useExtension('flow_upcoming')
  const { data } = useQuery({ ...q(runApi.list, { filters, limit: 1 }), enabled, retry: false })
  const runs = enabled ? filteredTotal(data, Object.keys(filters)) : null
  return runs === null || runs === 0
    ? null
    : { icon: AlarmClock, title: `${formatCount(runs)} on time`, words: 'scheduled runs today' }
}

function useWaitingStop(): Stop | null {
  const { query, total } = useWaiting()
  const hasInbox = !useLacks('conversation.list')
  const ms = waitedMs(query.data?.results[0]?.waiting_since ?? null, useNow())
  if (!hasInbox) return null
  return total === null || total === 0 || ms === null
    ? { icon: Hourglass, title: 'Inbox', words: `no one waits over ${waitLimitWords}` }
    : { icon: Hourglass, title: `${formatCount(total)} waiting`, words: `longest ${waitWords(ms)}` }
}

/** What was checked and works, as stops on a line; a list that could not be read has no stop. */
function useStops(): Stop[] {
  const hasChannels = !useLacks('channel.list')
  const hasBalance = !useLacks('balance.read')
  const channels = knownTotal(
    useQuery({ ...q(channelApi.list, { limit: 1 }), retry: false, enabled: hasChannels }).data,
  )
  const { data: money } = useQuery({ ...q(balanceApi.read, {}), retry: false, enabled: hasBalance })
  const failures = useFailureStop()
  const waiting = useWaitingStop()
  const schedules = useScheduleStop()
  const balance =
    money === undefined ? null : { icon: Wallet, title: formatSum(money.available, money.currency), words: 'available' }
  return [
    channels === null ? null : { icon: PlugZap, title: count(channels, 'channel'), words: 'none needs attention' },
    failures,
    schedules ?? balance,
    waiting,
  ].filter((stop) => stop !== null)
}

/** The line of a day without problems. */
export function CalmLine() {
  return (
    <div className="calm-line">
      <svg aria-hidden="true">
        <path d="M110 17 l16 -16 H4000" />
      </svg>
      <ul aria-label="Checked">
        {useStops().map(({ icon: Icon, title, words }) => (
          <li key={words}>
            <span className="status ok">
              <Icon />
              {title}
            </span>
            <span className="text-xs text-text-2">{words}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
