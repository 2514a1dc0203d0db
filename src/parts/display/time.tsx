import { formatClockExact, formatDay, formatTime, formatTimeExact, formatTimeShort } from '#lib/time/format-time.ts'
import { Absent } from '#ui/feedback/absent.tsx'
import { useNow } from '#ui/browser/now.ts'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { useZone } from './zone.ts'

/** A time as text; the tooltip contains the exact time with seconds and zone. `short`: for narrow columns. */
export function TimeText({ at, short = false }: { at: string | null; short?: boolean }) {
  const now = useNow()
  const zone = useZone()
  const words = (short ? formatTimeShort : formatTime)(at, { now, zone })
  if (at === null || words === '—') return <Absent />
  return (
    <Tooltip words={formatTimeExact(at, zone)}>
      <time dateTime={at}>{words}</time>
    </Tooltip>
  )
}

/** A time as day and clock with seconds, for lists in which rows follow within minutes; "" = unknown. */
export function ExactTimeText({ at }: { at: string }) {
  const now = useNow()
  const zone = useZone()
  if (at === '') return <Absent />
  return (
    <Tooltip words={formatTimeExact(at, zone)}>
      <time dateTime={at} className="text-text-2">
        {formatDay(at, { now, zone })} <span className="text-text">{formatClockExact(at, zone)}</span>
      </time>
    </Tooltip>
  )
}

/** Limit up to which the seconds are shown; beyond it, the day is more useful. */
const nearMs = 24 * 3_600_000

/** A future time: "until 14:26:08", or with the day if it is not near. */
export function UntilText({ at }: { at: string }) {
  const now = useNow()
  const zone = useZone()
  if (!(Math.abs(Date.parse(at) - now) < nearMs))
    return (
      <>
        until <TimeText at={at} />
      </>
    )
  return (
    <>
      until{' '}
      <Tooltip words={formatTimeExact(at, zone)}>
        <time dateTime={at}>{formatClockExact(at, zone)}</time>
      </Tooltip>
    </>
  )
}
