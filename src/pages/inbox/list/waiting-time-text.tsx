import { formatTimeExact } from '#lib/time/format-time.ts'
import { useZone } from '#parts/display/zone.ts'
import { useNow } from '#ui/browser/now.ts'
import { Tooltip } from '#ui/controls/tooltip.tsx'
import { waitedMs, waitLevel, waitLimitWords, waitWords, type WaitLevel } from '#parts/display/waiting-time.ts'

const levelClasses: Record<WaitLevel, string> = { late: 'font-medium text-bad', soon: 'font-medium text-warn', ok: '' }

/** How long the contact has been waiting, in the colour of its lateness. Null without a valid time. */
export function WaitingTimeText({ since, prefix = null }: { since: string | null; prefix?: string | null }) {
  const now = useNow()
  const zone = useZone()
  const ms = waitedMs(since, now)
  if (ms === null) return null
  const level = waitLevel(ms)
  const limit = level === 'late' ? `, over the limit of ${waitLimitWords}` : ''
  return (
    <Tooltip words={`Waiting since ${formatTimeExact(since, zone)}${limit}`}>
      <span className={levelClasses[level]}>
        {prefix !== null && <span className="sr-only">{prefix} </span>}
        {waitWords(ms)}
        {level === 'late' && <span className="sr-only"> (late)</span>}
      </span>
    </Tooltip>
  )
}
