import { expect, test } from 'vitest'
import { movedRunsPath, readBillingView, withForm, writeBillingView } from './billing-view.ts'

const view = (text = '') => readBillingView(new URLSearchParams(text))
const moved = (text: string) => movedRunsPath(new URLSearchParams(text))
const written = (text: string) => decodeURIComponent(writeBillingView(view(text)).toString())

test('a view in the URL is preserved; defaults and invalid values are left out', () => {
  for (const text of ['', 'table=day', 'table=flow,model', 'period=30d&table=day']) expect(written(text)).toBe(text)
  expect(written('period=month&table=')).toBe('')
  expect(written('table=tool,moon,day,tool&period=year')).toBe('table=day,tool')
})

test('a chart becomes a table and a chart again, and the others keep their form', () => {
  const tables = withForm(view('period=7d&table=model'), 'day', 'table')
  expect(tables).toEqual(view('period=7d&table=day,model'))
  expect(withForm(tables, 'model', 'chart')).toEqual(view('period=7d&table=day'))
})

test('an address from when one group was chosen opens the page with charts', () => {
  expect(view('days=table&flows=table&by=kind')).toEqual(view())
  expect(moved('days=table&flows=table&by=kind&period=7d')).toBeNull()
})

test('an earlier address of runs leads to the list of runs', () => {
  expect(moved('')).toBeNull()
  expect(moved('table=day&period=7d')).toBeNull()
  expect(moved('run=run_1&time=any')).toBe('/runs?form=list&run=run_1&time=any')
  expect(moved('days=table&status=failed&colour=red')).toBe('/runs?form=list&status=failed&colour=red')
})
