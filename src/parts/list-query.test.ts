import { expect, test } from 'vitest'
import { numberedPager, pageInput, readId, readOrdering, readPage, readSearch } from './list-query.ts'

const query = (text: string) => new URLSearchParams(text)

test('nonsense in an address counts as not given', () => {
  for (const page of ['0', '-1', '1.5', 'x', '1e9', ''])
    expect([page, readPage(query(`page=${page}`))]).toEqual([page, 1])
  expect(readPage(query('page=7'))).toBe(7)
  expect(readId(query('run='), 'run')).toBeNull()
  expect(readId(query(`run=${'x'.repeat(201)}`), 'run')).toBeNull()
  expect(readId(query('run=run_1'), 'run')).toBe('run_1')
  expect(readSearch(query(`search=${'x'.repeat(900)}`))).toHaveLength(500)
  for (const ordering of ['', '-', '--name', 'name,cost', 'toString'])
    expect(readOrdering(query(`ordering=${ordering}`), ['name', 'cost'], '-cost')).toBe('-cost')
  expect(readOrdering(query('ordering=-name'), ['name'], 'cost')).toBe('-name')
})

test('a page by number: what is asked for, and where it leads', () => {
  expect(pageInput(1, 25)).toEqual({ limit: 25 })
  expect(pageInput(3, 25)).toEqual({ limit: 25, offset: 50 })
  const pages: number[] = []
  const list = { count: 60, next: null, results: Array.from({ length: 25 }) }
  const middle = numberedPager(list, { page: 2, size: 25 }, (page) => pages.push(page))
  expect(middle).toMatchObject({ from: 25, rows: 25, count: 60, about: false })
  middle.onPrevious?.()
  middle.onNext?.()
  expect(pages).toEqual([1, 3])
  const last = numberedPager({ ...list, results: [1, 2] }, { page: 3, size: 29 }, () => {})
  expect(last.onNext).toBeNull()
  expect(numberedPager(list, { page: 1, size: 60 }, () => {}).onPrevious).toBeNull()
})
