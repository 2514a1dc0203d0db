import { CircleSlash, Gauge, RotateCw, Wallet } from 'lucide-react'
import type { RunReason } from '#contract/run-work.ts'
import { retryOutlookOf, type RetryOutlook } from '#contract/values/retry-outlook.ts'
import { adviceForCode } from '#parts/runs/run-advice.ts'
import { Absent } from '#ui/feedback/absent.tsx'
import { Tooltip } from '#ui/controls/tooltip.tsx'

const outlooks: Readonly<Record<RetryOutlook, { word: string; hint: string; icon: typeof RotateCw }>> = {
  temporary: { word: 'May succeed', hint: 'The cause is usually temporary.', icon: RotateCw },
  credit: { word: 'Needs credit', hint: 'Add credit to the account first.', icon: Wallet },
  limit: { word: 'Limit reached', hint: 'Raise the limit, or wait until it starts again.', icon: Gauge },
  same: {
    word: 'Fails again',
    hint: 'The cause stays until the flow, its input or a setting is changed.',
    icon: CircleSlash,
  },
}

/** What a retry would do, as far as the error code says. */
export function RetryOutlookText({ error }: { error: RunReason['error'] }) {
  const outlook = retryOutlookOf(error)
  if (outlook === null) return <Absent />
  const { word, hint, icon: Icon } = outlooks[outlook]
  return (
    <Tooltip words={adviceForCode(error.code) ?? hint}>
      <span className="inline-flex items-center gap-1.5 text-text-2">
        <Icon className="s" />
        {word}
      </span>
    </Tooltip>
  )
}
