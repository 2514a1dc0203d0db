import { useQuery } from '@tanstack/react-query'
import { ChartColumn, Table2 } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import type { Channel } from '#contract/channel.ts'
import { channelHistory, historyHours, historyStates, type ChannelHour } from '#contract/channel-history.ts'
import { count } from '#lib/count.ts'
import { formatDuration } from '#lib/time/format-time.ts'
import { LoadNote } from '#parts/display/load-note.tsx'
import { ChannelStatusBadge } from '#parts/display/status.tsx'
import { TimeText } from '#parts/display/time.tsx'
import { useZone } from '#parts/display/zone.ts'
import { Chart } from '#ui/chart/chart.tsx'
import { Figure } from '#ui/table/figure.tsx'
import { useNow } from '#ui/browser/now.ts'
import { Segments } from '#ui/controls/segments.tsx'
import { Timeline } from '#ui/feedback/timeline.tsx'
import { Table, type Column } from '#ui/table/table.tsx'
import './channel-history.css'
import { hourBars, hourMs, hourName, hourWords, sumOfHours } from '#pages/channels/channel-hours.ts'
import { isEditableChannel } from '#parts/channels/channel-remedy.ts'
import { channelsLinkTo, unfilteredLog, type ChannelsView } from '#pages/channels/channels-view.ts'
import { logTimeRange } from '#pages/channels/deliveries/delivery-time.ts'
import { stateSpans, type StateChange } from './state-spans.ts'

/** Number of changes that are initially shown. */
const firstStates = 5

const forms = [
  { value: 'chart', label: 'Chart', icon: <ChartColumn /> },
  { value: 'table', label: 'Table', icon: <Table2 /> },
] as const

interface Row extends Omit<ChannelHour, 'at'> {
  key: string
  name: string
}

const figure = (field: 'received' | 'sent' | 'refused', head: string): Column<Row> => ({
  id: field,
  head,
  right: true,
  className: field === 'refused' ? 'w-[84px]' : 'w-[60px]',
  cell: (row) => <Figure value={row[field]} />,
})

const columns: readonly Column<Row>[] = [
  { id: 'hour', head: 'Hour', cell: ({ key, name }) => (key === 'sum' ? <b>{name}</b> : name) },
  figure('received', 'Received'),
  figure('sent', 'Sent'),
  figure('refused', 'Rejected'),
]

const rowId = ({ key }: Row) => key

/** Table of the hours, latest first, below their total. */
function HoursTable({ label, hours }: { label: string; hours: readonly ChannelHour[] }) {
  const options = { now: useNow(), zone: useZone() }
  const rows = hours.map((hour) => ({ ...hour, key: hour.at, name: hourName(hour.at, options) }))
  const sum = { ...sumOfHours(hours), key: 'sum', name: 'Total' }
  const box = useRef<HTMLDivElement>(null)
  // Scrolls to the table, which is below other parts of the channel. Newer browsers return a promise, which React would
  // take for a cleanup function.
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrollable box must be reachable by keyboard
    <div ref={box} className="hours-table" role="region" aria-label={label} tabIndex={0}>
      <Table label={label} columns={columns} rows={[sum, ...rows.toReversed()]} rowId={rowId} rowKeys={false} />
    </div>
  )
}

/** Hourly figures, as a low chart or as a table. */
function HourlyEvents({
  channel,
  hours,
  view,
}: {
  channel: Channel
  hours: readonly ChannelHour[]
  view: ChannelsView
}) {
  const navigate = useNavigate()
  const id = useId()
  const now = useNow()
  const zone = useZone()
  const hasLog = useExtension('channel_deliveries') && isEditableChannel(channel) && channel.type === 'webhook'
  const bars = useMemo(() => hourBars(hours, { now, zone }), [hours, now, zone])
  const { panel } = view
  const form = panel.kind === 'channel' && panel.hours === 'table' ? 'table' : 'chart'
  const sum = sumOfHours(hours)
  const label = `Events per hour, last ${historyHours} hours`
  const showForm = (next: 'chart' | 'table') =>
    void navigate(
      channelsLinkTo(view, {
        panel: { kind: 'channel', id: channel.id, ...(next === 'table' ? { hours: next } : {}) },
      }),
      { replace: true },
    )
  const pick = (at: string) => {
    const from = Date.parse(at)
    if (hasLog)
      void navigate(
        channelsLinkTo(view, { panel: { ...unfilteredLog(channel.id), time: logTimeRange(from, from + hourMs) } }),
      )
  }
  return (
    <section className="section" aria-labelledby={id}>
      <header className="mb-1 flex items-center gap-2">
        <h3 id={id} className="mb-0!">
          Events per hour
        </h3>
        <span className="min-w-0 flex-1 text-xs text-text-3">
          {historyHours} h: {hourWords(sum)}
        </span>
        <Segments label="Show events per hour as" value={form} options={forms} iconOnly onValue={showForm} />
      </header>
      {form === 'table' ? (
        <HoursTable label={label} hours={hours} />
      ) : (
        <Chart label={label} bars={bars} axisWords={(value) => value.toLocaleString()} isLow onPick={pick} />
      )}
    </section>
  )
}

function StatusHistory({ channel, states, more }: { channel: Channel; states: readonly StateChange[]; more: boolean }) {
  const now = useNow()
  const [isWhole, setIsWhole] = useState(false)
  const spans = stateSpans(states, now)
  const shown = isWhole ? spans : spans.slice(0, firstStates)
  return (
    <section className="section" aria-label="Status history">
      <h3>Status history</h3>
      {spans.length === 0 ? (
        <p className="text-text-2">No status changes yet.</p>
      ) : (
        <Timeline>
          {shown.map(({ at, status, reason, durationMs, isCurrent }) => (
            <li key={`${at} ${status}`}>
              <p className="flex flex-wrap items-center gap-x-2">
                <ChannelStatusBadge channel={channel} status={status} />
                <span className="text-xs text-text-3">
                  <TimeText at={at} />
                  {!isCurrent && `, for ${formatDuration(durationMs)}`}
                </span>
              </p>
              {reason !== null && <p className="wrap-anywhere text-text-2">{reason}</p>}
            </li>
          ))}
        </Timeline>
      )}
      {spans.length > shown.length && (
        <button type="button" className="link mt-1 cursor-pointer" onClick={() => setIsWhole(true)}>
          Show {count(spans.length - shown.length, 'earlier change')}
        </button>
      )}
      {isWhole && more && <p className="mt-1 text-xs text-text-3">Only the last {historyStates} changes are shown.</p>}
    </section>
  )
}

/** History of a channel: figures by hour, and its statuses with times and reasons. */
export function ChannelHistorySection({ channel, view }: { channel: Channel; view: ChannelsView }) {
  const { data, error, refetch } = useQuery(q(channelHistory.history, { id: channel.id }))
  if (data === undefined)
    return error === null ? null : (
      <div className="section">
        <LoadNote what="The history" error={error} onRetry={() => void refetch()} />
      </div>
    )
  return (
    <>
      <HourlyEvents channel={channel} hours={data.hours} view={view} />
      <StatusHistory channel={channel} states={data.states} more={data.more} />
    </>
  )
}
