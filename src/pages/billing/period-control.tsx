import type { ReactNode } from 'react'
import { Segments } from '#ui/controls/segments.tsx'
import type { BillingPeriod, DayRange, PeriodPreset } from './billing-period.ts'

const presets: readonly { value: PeriodPreset; label: string }[] = [
  { value: 'month', label: 'This month' },
  { value: 'today', label: 'Today' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
]

/** The period of the page: one of the presets, or any days. */
export function PeriodControl({
  period,
  range: { first, last },
  onPeriod,
  aside,
}: {
  period: BillingPeriod
  range: DayRange
  onPeriod: (period: BillingPeriod) => void
  /** Follows the presets, in the same line also on a phone. */
  aside: ReactNode
}) {
  const dayInput = (label: string, value: string, rangeWith: (day: string) => DayRange) => (
    <label className="flex items-center gap-1.5 text-xs text-text-2">
      {label}
      <span className="input sm w-auto!">
        <input
          type="date"
          value={value}
          required
          onChange={({ target }) => target.value !== '' && onPeriod(rangeWith(target.value))}
        />
      </span>
    </label>
  )
  return (
    <>
      <Segments<PeriodPreset | 'days'>
        label="Period"
        value={typeof period === 'string' ? period : 'days'}
        options={presets}
        onValue={(value) => value !== 'days' && onPeriod(value)}
      />
      {aside}
      {dayInput('From', first, (day) => ({ first: day, last: day > last ? day : last }))}
      {dayInput('To', last, (day) => ({ first: day < first ? day : first, last: day }))}
    </>
  )
}
