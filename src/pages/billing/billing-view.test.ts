import { expect, test } from 'vitest'
import { movedRunsPath, readBillingView, writeBillingView } from './billing-view.ts'

const view = (text = '', hasModelCosts = true) => readBillingView(new URLSearchParams(text), hasModelCosts)
const moved = (text: string) => movedRunsPath(new URLSearchParams(text))

test('a view in the URL is preserved; defaults and invalid values are left out', () => {
  for (const text of ['', 'days=table', 'flows=table&by=kind', 'by=model', 'period=30d&days=table'])
    expect(writeBillingView(view(text)).toString()).toBe(text)
  expect(writeBillingView(view('period=month&days=chart&flows=chart&by=flow')).toString()).toBe('')
  expect(view('days=pie&by=moon&period=year')).toEqual(view())
  expect(view('by=model', false)).toEqual(view())
})

test('an earlier address of runs leads to the list of runs', () => {
  expect(moved('')).toBeNull()
  expect(moved('days=table&by=kind&period=7d')).toBeNull()
  expect(moved('run=run_1&time=any')).toBe('/runs?form=list&run=run_1&time=any')
  expect(moved('days=table&status=failed&colour=red')).toBe('/runs?form=list&status=failed&colour=red')
})
