import { expect, test } from 'vitest'
import {
  billingFiltersOf,
  billingListInput,
  previousInput,
  readBillingView,
  refusedBillingFilters,
  withFilters,
  withOnlyBillingFilter,
  writeBillingView,
} from './billing-view.ts'

const zone = 'Europe/Berlin'
/** In Berlin it is already the 21st. */
const now = Date.parse('2026-11-20T23:30:00Z')
const view = (text = '') => readBillingView(new URLSearchParams(text))
const params = (text: string) =>
  billingListInput(view(text), billingFiltersOf(view(text), now, zone), zone, view(text).place).filters
const written = (text: string) => decodeURIComponent(writeBillingView(view(text)).toString())

test('a view in the URL is preserved; defaults are left out', () => {
  for (const text of [
    '',
    'time=any',
    'ordering=-cost&days=table&from=25&cursor=a b&run=run_1&status=failed,blocked',
    'flow=flw_1&cost__gte=0.01&started_at=2026-11-18',
    'flows=table&by=kind&kind=api',
  ])
    expect(written(text).replaceAll('+', ' ')).toBe(text)
  expect(written('ordering=-started_at&days=chart&flows=chart')).toBe('')
})

test('invalid values are ignored; an invalid filter is kept to be reported', () => {
  expect(view('days=pie&by=moon&run=&from=-1&time=some')).toEqual(view())
  const { filters, ordering } = view('ordering=name&status=odd&colour=red')
  expect(ordering).toBe('-started_at')
  expect(filters.rules).toEqual([])
  expect(filters.refused.map(({ name }) => name)).toEqual(['status', 'colour'])
  expect(refusedBillingFilters(new URLSearchParams('ordering=name'))).toMatchObject([
    { name: 'ordering', value: 'name' },
  ])
  expect(writeBillingView({ ...view('ordering=name'), ordering: '-cost' }).toString()).toBe('ordering=-cost')
})

test('the default is 30 days of the time zone, until a filter sets a time', () => {
  expect(params('')).toEqual({ started_at__gte: ['2026-10-23'] })
  expect(params('status=failed')).toEqual({ started_at__gte: ['2026-10-23'], status: ['failed'] })
  expect(params('time=any')).toEqual({})
  expect(params('started_at=2026-11-18')).toEqual({ started_at: ['2026-11-18'] })
})

test('the default time can be removed and restored', () => {
  const shown = billingFiltersOf(view('run=run_1&from=25'), now, zone)
  const removed = withFilters(view('run=run_1&from=25'), { ...shown, rules: [] }, now, zone)
  expect(writeBillingView(removed).toString()).toBe('time=any')
  const back = withFilters(removed, shown, now, zone)
  expect(writeBillingView(back).toString()).toBe('')
})

test('a chosen day or flow replaces earlier filters of the same field', () => {
  const day = withOnlyBillingFilter(
    view('time=any&started_at__gte=2026-10-01&status=failed&from=25'),
    'started_at',
    '2026-11-18',
  )
  expect(writeBillingView(day).toString()).toBe('status=failed&started_at=2026-11-18')
  expect(writeBillingView(withOnlyBillingFilter(view('flow=a,b'), 'flow', 'c')).toString()).toBe('flow=c')
})

test('the previous period has all filters except for the time', () => {
  const filters = billingFiltersOf(view('status=failed'), now, zone)
  expect(previousInput(filters, zone, { from: 'a', to: 'b' }).filters).toEqual({
    status: ['failed'],
    started_at__gte: 'a',
    started_at__lt: 'b',
  })
})
