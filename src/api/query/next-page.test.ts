import { expect, test } from 'vitest'
import { placeOfNext } from './next-page.ts'

test('the position is the cursor, else the offset, else the page', () => {
  expect(placeOfNext('https://elsewhere.example/api/flow/?limit=5&cursor=a%2Bb')).toEqual({ cursor: 'a+b' })
  expect(placeOfNext('/flow/?limit=5&offset=50')).toEqual({ offset: 50 })
  expect(placeOfNext('page=2')).toEqual({ page: 2 })
})

test('the position is null without more pages, or if it is unreadable', () => {
  for (const next of [null, '', 'https://elsewhere.example/', '?offset=-1', '?offset=abc', '?cursor='])
    expect(placeOfNext(next), String(next)).toBeNull()
})
