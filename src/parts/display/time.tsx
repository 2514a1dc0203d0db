import { formatClockExact, formatTime, formatTimeExact, formatTimeShort } from '#lib/time/format-time.ts'
import { Absent } from '#ui/feedback/absent.tsx'
import { useNow } from '#ui/browser/now.ts'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { useZone } from './zone.ts'

/** A time in words; exact, with zone and seconds, in its tooltip. `short` for narrow columns. */
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

/** Beyond this distance the day is more useful than the second. */
const nearMs = 24 * 3_600_000

/** A future time: to the second if it is near ("until 14:26:08"), since no page counts down. */
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
