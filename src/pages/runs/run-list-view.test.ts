import { expect, test } from 'vitest'
import type { PeriodChoice } from '#parts/period/period-control.tsx'
import {
  periodOfView,
  readRunListView,
  refusedRunFilters,
  runFiltersOf,
  runListInput,
  withFieldValues,
  withoutField,
  withPeriod,
  withRunFilters,
  writeRunListView,
  type RunListView,
} from './run-list-view.ts'

const zone = 'Europe/Berlin'
/** In Berlin it is already the 21st. */
const now = Date.parse('2026-11-20T23:30:00Z')
const view = (text = '') => readRunListView(new URLSearchParams(text))
const params = (text: string) =>
  runListInput(view(text), runFiltersOf(view(text), now, zone), zone, view(text).place).filters
const written = (text: string) => decodeURIComponent(writeRunListView(view(text)).toString())

test('a view in the URL is preserved; defaults are left out', () => {
  for (const text of [
    '',
    'time=any',
    'time=month',
    'form=list&ordering=-cost&from=25&cursor=a b&run=run_1&bulk=blk_1&status=failed,blocked',
    'view=viw_1&form=reasons&flow=flw_1&cost__gte=0.01&started_at=2026-11-18',
  ])
    expect(written(text).replaceAll('+', ' ')).toBe(text)
  expect(written('ordering=-started_at&time=30d')).toBe('')
})

test('invalid values are ignored; an invalid filter is kept to be reported', () => {
  expect(view('form=pie&run=&bulk=&from=-1&time=some')).toEqual(view())
  const { filters, ordering } = view('ordering=name&status=odd&colour=red')
  expect(ordering).toBe('-started_at')
  expect(filters.rules).toEqual([])
  expect(filters.refused.map(({ name }) => name)).toEqual(['status', 'colour'])
  expect(refusedRunFilters(new URLSearchParams('ordering=name'))).toMatchObject([{ name: 'ordering', value: 'name' }])
  expect(writeRunListView({ ...view('ordering=name'), ordering: '-cost' }).toString()).toBe('ordering=-cost')
})

test('the default is 30 days of the time zone, until a filter sets a time', () => {
  expect(params('')).toEqual({ started_at__gte: ['2026-10-23'] })
  expect(params('status=failed')).toEqual({ started_at__gte: ['2026-10-23'], status: ['failed'] })
  expect(params('time=any')).toEqual({})
  expect(params('time=month&status=failed')).toEqual({ started_at__gte: ['2026-11-01'], status: ['failed'] })
  expect(params('time=today')).toEqual({ started_at: ['2026-11-21'] })
  expect(params('started_at=2026-11-18')).toEqual({ started_at: ['2026-11-18'] })
})

test('the default time can be removed and restored', () => {
  const shown = runFiltersOf(view('run=run_1&from=25'), now, zone)
  const removed = withRunFilters(view('run=run_1&from=25'), { ...shown, rules: [] }, now, zone)
  expect(writeRunListView(removed).toString()).toBe('time=any')
  const back = withRunFilters(removed, shown, now, zone)
  expect(writeRunListView(back).toString()).toBe('')
})

test('the period is that of the time, or of the days that filters name', () => {
  const period = (text: string) => periodOfView(view(text), now, zone)
  expect(period('')).toBe('30d')
  expect(period('time=any&status=failed')).toBe('any')
  expect(period('started_at__gte=2026-11-15')).toBe('7d')
  expect(period('started_at=2026-11-18')).toEqual({ first: '2026-11-18', last: '2026-11-18' })
  expect(period('started_at__gte=2026-10-01&started_at__lt=2026-11-01')).toEqual({
    first: '2026-10-01',
    last: '2026-10-31',
  })
  for (const other of [
    'started_at__lt=2026-11-01',
    'started_at__gte=2026-11-01T08:00:00Z',
    'started_at=2026-11-01,2026-11-02',
    'started_at__lte=2026-11-01&started_at__gte=2026-10-01',
  ])
    expect(period(other)).toBeNull()
})

test('a chosen period replaces other times, and is kept by other filters', () => {
  const chosen = (text: string, period: PeriodChoice) => withPeriod(view(text), period, now, zone)
  const text = (of: RunListView) => writeRunListView(of).toString()
  expect(text(chosen('started_at=2026-11-18&flow=a&from=25', '7d'))).toBe('time=7d&flow=a')
  const days = { first: '2026-10-01', last: '2026-10-31' }
  expect(text(chosen('time=any&flow=a', days))).toBe('started_at__gte=2026-10-01&started_at__lt=2026-11-01&flow=a')
  const month = chosen('', 'month')
  const failed = withFieldValues(runFiltersOf(month, now, zone), 'status', ['failed'])
  expect(text(withRunFilters(month, failed, now, zone))).toBe('time=month&status=failed')
})

test('chosen values replace earlier filters of the same field only', () => {
  const { filters } = view('flow=a,b&status=failed')
  const chosen = { ...view(), filters: withFieldValues(filters, 'flow', ['c']) }
  expect(writeRunListView(chosen).toString()).toBe('status=failed&flow=c')
  expect(writeRunListView({ ...view(), filters: withoutField(filters, 'flow') }).toString()).toBe('status=failed')
})
