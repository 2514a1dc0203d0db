import { expect, test } from 'vitest'
import { numberedPage, pageInput, readId, readOrdering, readPageNumber, readSearch } from './list-query.ts'

const query = (text: string) => new URLSearchParams(text)

test('invalid values in a URL are ignored', () => {
  for (const page of ['0', '-1', '1.5', 'x', '1e9', ''])
    expect([page, readPageNumber(query(`page=${page}`))]).toEqual([page, 1])
  expect(readPageNumber(query('page=7'))).toBe(7)
  expect(readId(query('run='), 'run')).toBeNull()
  expect(readId(query(`run=${'x'.repeat(201)}`), 'run')).toBeNull()
  expect(readId(query('run=%00'), 'run')).toBeNull()
  expect(readId(query('run=run_1'), 'run')).toBe('run_1')
  expect(readSearch(query(`search=${'x'.repeat(900)}`))).toHaveLength(500)
  expect(readSearch(query('search=a%00b%E0%A4'))).toBe('ab')
  for (const ordering of ['', '-', '--name', 'name,cost', 'toString'])
    expect(readOrdering(query(`ordering=${ordering}`), ['name', 'cost'], '-cost')).toBe('-cost')
  expect(readOrdering(query('ordering=-name'), ['name'], 'cost')).toBe('-name')
})

test('a page number gives the request parameters and the adjacent pages', () => {
  expect(pageInput(1, 25)).toEqual({ limit: 25 })
  expect(pageInput(3, 25)).toEqual({ limit: 25, offset: 50 })
  const list = { count: 60, next: null, results: Array.from({ length: 25 }) }
  expect(numberedPage(list, { page: 2, size: 25 })).toEqual({
    pagerProps: { from: 25, rows: 25, count: 60, isEstimate: false, isLowerBound: false },
    previous: 1,
    next: 3,
  })
  expect(numberedPage({ ...list, results: [1, 2] }, { page: 3, size: 29 }).next).toBeNull()
  // If the count is an estimate, `next` determines whether there are more rows.
  expect(
    numberedPage({ ...list, count: 25, count_is: 'about', next: 'offset=25' }, { page: 1, size: 25 }),
  ).toMatchObject({
    pagerProps: { isEstimate: true },
    previous: null,
    next: 2,
  })
})
