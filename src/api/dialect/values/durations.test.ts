import { expect, test } from 'vitest'
import type { Json } from '#lib/json/json.ts'
import { durationOf } from './durations.ts'
import type { Unit } from './names.ts'

test.each<[Json, Unit, number]>([
  ['PT1.25S', 'text', 1250],
  ['PT1M3S', 'text', 63_000],
  ['P1DT2H', 'text', 93_600_000],
  ['PT0S', 'text', 0],
  ['00:01:03', 'text', 63_000],
  ['00:00:01.250', 'text', 1250],
  ['1 02:03:04', 'text', 93_784_000],
  ['1.02:03:04', 'text', 93_784_000],
  ['1 day, 02:03:04', 'text', 93_784_000],
  ['1.250s', 'text', 1250],
  ['1h2m3.5s', 'text', 3_723_500],
  ['250ms', 'text', 250],
  ['250µs', 'text', 0.25],
  ['90 seconds', 'text', 90_000],
  [{ seconds: '1', nanos: 250_000_000 }, 'text', 1250],
  [1250, 'one', 1250],
  ['1250', 'one', 1250],
  [1.25, 'seconds', 1250],
  [2, 'minutes', 120_000],
  [1250, 'us', 1.25],
  ['1250000000', 'ns', 1250],
  // The value itself is more specific than the name of its field.
  ['PT1S', 'one', 1000],
])('%j in unit %s is %d ms', (value, unit, ms) => {
  expect(durationOf(value, unit)).toBe(ms)
})

test.each<[Json, Unit]>([
  [1250, 'text'],
  ['1250', 'text'],
  // Either hours and minutes, or minutes and seconds.
  ['01:30', 'text'],
  ['00:61:00', 'text'],
  ['P1M', 'text'],
  ['P', 'text'],
  ['-PT1S', 'text'],
  ['1,250s', 'text'],
  ['1 fortnight', 'text'],
  ['', 'one'],
  [true, 'one'],
  [{ nanos: 1 }, 'text'],
])('%j in unit %s cannot be read with certainty', (value, unit) => {
  expect(durationOf(value, unit)).toBeUndefined()
})
