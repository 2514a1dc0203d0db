import { expect, test } from 'vitest'
import { firstPlace, placeAfter, placeBefore, placeInput, readPlace, writePlace, type ListPlace } from './list-place.ts'

const rows = (length: number) => Array.from({ length }, () => ({}))
const page = { count: 60, next: 'https://elsewhere/api/x/?limit=25&cursor=abc%3D', previous: null, results: rows(25) }

test('only the cursor of a link is used, not its host', () => {
  expect(placeAfter(page, firstPlace)).toEqual({ cursor: 'abc=', from: 25 })
  expect(placeInput({ cursor: 'abc=', from: 25 })).toEqual({ cursor: 'abc=' })
})

test('an offset is used if there is no cursor', () => {
  expect(placeAfter({ ...page, next: null }, firstPlace)).toEqual({ cursor: null, from: 25 })
  expect(placeInput({ cursor: null, from: 25 })).toEqual({ offset: 25 })
  expect(placeInput(firstPlace)).toEqual({})
})

test('the last page has no next page, and the first no previous page', () => {
  expect(placeAfter({ ...page, next: null, results: rows(10) }, { cursor: 'x', from: 50 })).toBeNull()
  expect(placeBefore(page, firstPlace, 25)).toBeNull()
})

test('an empty page has no next page, regardless of the count', () => {
  expect(placeAfter({ ...page, next: null, results: [] }, firstPlace)).toBeNull()
})

test('the first page is requested without a cursor', () => {
  const previous = '/x/?cursor=back'
  expect(placeBefore({ ...page, previous }, { cursor: 'x', from: 25 }, 25)).toEqual(firstPlace)
  expect(placeBefore({ ...page, previous }, { cursor: 'x', from: 50 }, 25)).toEqual({ cursor: 'back', from: 25 })
})

test('a position survives the round trip through the URL, and an invalid one becomes the first page', () => {
  for (const place of [firstPlace, { cursor: null, from: 25 }, { cursor: 'a b=', from: 50 }] satisfies ListPlace[]) {
    const query = new URLSearchParams()
    writePlace(query, place)
    expect(readPlace(new URLSearchParams(query.toString()))).toEqual(place)
  }
  for (const text of ['from=-5', 'from=x&cursor=a', 'cursor=a', 'from=1e99']) {
    expect(readPlace(new URLSearchParams(text))).toEqual(firstPlace)
  }
})
