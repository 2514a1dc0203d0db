const width = 104
const height = 22

/**
 * Small bars of one size for each value, oldest first, without axes: for rows. Bars above the usual are red.
 * @param label says the same as the bars
 */
export function TrendBars({
  values,
  isUnusual,
  label,
}: {
  values: readonly number[]
  isUnusual: (value: number, index: number) => boolean
  label: string
}) {
  const top = Math.max(1, ...values)
  const step = width / values.length
  return (
    <svg width={width} height={height} role="img" aria-label={label}>
      {values.map((value, index) => {
        const size = value === 0 ? 1 : Math.max(2, (value / top) * height)
        return (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- values of a series have no other name
            key={index}
            x={index * step}
            y={height - size}
            width={step - 1.5}
            height={size}
            className={isUnusual(value, index) ? 'fill-bad-solid' : 'fill-chart-2'}
          />
        )
      })}
    </svg>
  )
}
