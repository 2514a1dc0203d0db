import { CalendarDays, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { formatDays } from '#lib/time/format-time.ts'
import { useZone } from '#parts/display/zone.ts'
import { useNow } from '#ui/browser/now.ts'
import { Button } from '#ui/controls/button.tsx'
import { Menu, MenuRadio } from '#ui/overlays/menu.tsx'
import type { DayRange, Period, PeriodPreset } from './period.ts'

/** A period, or any time. */
export type PeriodChoice = Period | 'any'

const presets: readonly { value: PeriodPreset; label: string }[] = [
  { value: 'month', label: 'This month' },
  { value: 'today', label: 'Today' },
  { value: '7d', label: '7 days' },
  { value: '30d', label: '30 days' },
]
const anyTime = { value: 'any', label: 'Any time' } as const
const otherDays = { value: 'days', label: 'Other days' } as const

/** From and to; one that would end before it begins becomes a day. */
function DayInputs({ range: { first, last }, onDays }: { range: DayRange; onDays: (days: DayRange) => void }) {
  const input = (label: string, value: string, rangeWith: (day: string) => DayRange) => (
    <label className="flex items-center gap-1.5 text-xs text-text-2">
      {label}
      <span className="input sm w-auto!">
        <input
          type="date"
          className="text-sm [&::-webkit-calendar-picker-indicator]:hidden"
          value={value}
          required
          onClick={(event) => event.currentTarget.showPicker()}
          onChange={({ target }) => target.value !== '' && onDays(rangeWith(target.value))}
        />
        <CalendarDays className="s" />
      </span>
    </label>
  )
  return (
    <>
      {input('From', first, (day) => ({ first: day, last: day > last ? day : last }))}
      {input('To', last, (day) => ({ first: day < first ? day : first, last: day }))}
    </>
  )
}

/** The period that rules every figure of a page: a preset, or any days. */
export function PeriodControl({
  period,
  range,
  hasAnyTime = false,
  onPeriod,
}: {
  /** Null = other times, which the page shows in another way. */
  period: PeriodChoice | null
  /** The days of the period, or of the one that other days begin with. */
  range: DayRange
  /** Whether the period can be left open. */
  hasAnyTime?: boolean
  onPeriod: (period: PeriodChoice) => void
}) {
  const now = useNow()
  const zone = useZone()
  const [isChoosing, setChoosing] = useState(false)
  const hasDays = isChoosing || (period !== null && typeof period !== 'string')
  const options = [...presets, ...(hasAnyTime ? [anyTime] : []), otherDays]
  const value = hasDays ? 'days' : typeof period === 'string' ? period : null
  const label = options.find((option) => option.value === value)?.label ?? 'Other times'
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button>
            <span className="sr-only">Period: </span>
            {label}
            {!hasDays && value !== null && value !== 'any' && (
              <span className="font-normal text-text-2 max-sm:hidden">{formatDays(range, { now, zone })}</span>
            )}
            <ChevronDown className="s text-text-3" />
          </Button>
        }
      >
        <MenuRadio<(typeof options)[number]['value'] | ''>
          value={value ?? ''}
          options={options}
          onValue={(next) => {
            setChoosing(next === 'days')
            if (next !== 'days' && next !== '') onPeriod(next)
          }}
        />
      </Menu>
      {hasDays && <DayInputs range={range} onDays={onPeriod} />}
    </>
  )
}
