import { expect, test } from 'vitest'
import { nextPageStart } from './next-page.ts'

test('the position is the cursor, else the offset, else the page', () => {
  expect(nextPageStart('https://elsewhere.example/api/flow/?limit=5&cursor=a%2Bb')).toEqual({ cursor: 'a+b' })
  expect(nextPageStart('/flow/?limit=5&offset=50')).toEqual({ offset: 50 })
  expect(nextPageStart('page=2')).toEqual({ page: 2 })
})

test('the position is null without more pages, or if it is unreadable', () => {
  for (const next of [null, '', 'https://elsewhere.example/', '?offset=-1', '?offset=abc', '?cursor='])
    expect(nextPageStart(next), String(next)).toBeNull()
})
