import type { RunReason } from '#contract/run-work.ts'
import { TrendBars } from '#ui/chart/trend-bars.tsx'
import { unusualSlices } from './reason-groups.ts'

/** The number of runs over the period. Bars above the usual are red. */
export function Trend({ reason }: { reason: RunReason }) {
  const unusual = unusualSlices(reason)
  return (
    <TrendBars
      values={reason.trend}
      isUnusual={(_count, index) => unusual[index] === true}
      label={`Runs over the period: ${reason.trend.join(', ')}`}
    />
  )
}
