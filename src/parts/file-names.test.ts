import { expect, test } from 'vitest'
import { fileNameOf, uniqueNames } from './file-names.ts'

test('names that are the same get numbers before their ending', () => {
  expect(uniqueNames(['A.flow.json', 'B.flow.json', 'A.flow.json', 'a.flow.json'])).toEqual([
    'A.flow.json',
    'B.flow.json',
    'A (2).flow.json',
    'a (3).flow.json',
  ])
})

test('a number never takes the name of another file', () => {
  const names = uniqueNames(['A.flow.json', 'A.flow.json', 'A (2).flow.json'])
  expect(names).toEqual(['A.flow.json', 'A (3).flow.json', 'A (2).flow.json'])
  expect(new Set(uniqueNames(Array.from({ length: 50 }, () => 'x'))).size).toBe(50)
})

test('letters of one look in two codings are one name', () => {
  expect(uniqueNames(['Z\u00fcrich.json', 'Zu\u0308rich.json'])[1]).toBe('Zu\u0308rich (2).json')
})

test('a name for a file from any name of a flow', () => {
  expect(fileNameOf('Orders / returns: <img>')).toBe('Orders returns img.flow.json')
  expect(fileNameOf('///')).toBe('flow.flow.json')
})
