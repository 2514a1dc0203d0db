import { expect, test } from 'vitest'
import { lastDaysRule } from '#parts/runs/run-filters.ts'
import { movedRunsPath, previousInput, readBillingView, summaryInput, writeBillingView } from './billing-view.ts'

const view = (text = '') => readBillingView(new URLSearchParams(text))
const moved = (text: string) => movedRunsPath(new URLSearchParams(text))

test('a view in the URL is preserved; defaults and invalid values are left out', () => {
  for (const text of ['', 'days=table', 'flows=table&by=kind'])
    expect(writeBillingView(view(text)).toString()).toBe(text)
  expect(writeBillingView(view('days=chart&flows=chart&by=flow')).toString()).toBe('')
  expect(view('days=pie&by=moon')).toEqual(view())
})

test('an earlier address of runs leads to the list of runs', () => {
  expect(moved('')).toBeNull()
  expect(moved('days=table&by=kind')).toBeNull()
  expect(moved('run=run_1&time=any')).toBe('/runs?form=list&run=run_1&time=any')
  expect(moved('days=table&status=failed&colour=red')).toBe('/runs?form=list&status=failed&colour=red')
})

test('the charts sum the last 30 days of the time zone, and the previous period', () => {
  const rule = lastDaysRule(Date.parse('2026-11-20T23:30:00Z'), 'Europe/Berlin')
  expect(summaryInput(rule, 'Europe/Berlin', 'kind')).toEqual({
    group_by: 'day,kind',
    tz: 'Europe/Berlin',
    filters: { started_at__gte: ['2026-10-23'] },
  })
  expect(previousInput('UTC', { from: 'a', to: 'b' }).filters).toEqual({ started_at__gte: 'a', started_at__lt: 'b' })
})
