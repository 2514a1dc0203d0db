import type { RunReason } from '#contract/run-work.ts'
import { unusualSlices } from './reason-groups.ts'

const width = 104
const height = 22
/** Distance from one bar to the next, and width of a bar, in px. */
const step = width / 14
const barWidth = step - 1.5

/** The number of runs over the period. Bars above the usual are red. */
export function Trend({ reason }: { reason: RunReason }) {
  const { trend } = reason
  const top = Math.max(1, ...trend)
  const unusual = unusualSlices(reason)
  return (
    <svg width={width} height={height} role="img" aria-label={`Runs over the period: ${trend.join(', ')}`}>
      {trend.map((count, index) => {
        const size = count === 0 ? 1 : Math.max(2, (count / top) * height)
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- slices of a period have no other name
            key={index}
            x={index * step}
            y={height - size}
            width={barWidth}
            height={size}
            className={unusual[index] === true ? 'fill-bad-solid' : 'fill-chart-2'}
          />
        )
      })}
    </svg>
  )
}
