import { formatTime, formatTimeExact, formatTimeShort } from '#lib/format-time.ts'
import { Absent } from '#ui/absent.tsx'
import { useNow } from '#ui/now.ts'
import { Tooltip } from '#ui/tooltip.tsx'
import { useZone } from './zone.ts'

/** A time in words; exact, with zone and seconds, in its tooltip. `short` in narrow columns. */
export function Time({ at, short = false }: { at: string | null; short?: boolean }) {
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
