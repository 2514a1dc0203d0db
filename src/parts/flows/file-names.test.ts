import { expect, test } from 'vitest'
import { downloadFileName, makeFileNames } from './file-names.ts'

const namesOf = (names: readonly string[], taken: readonly string[] = []) => names.map(makeFileNames(taken))

test('equal names get a number before the extension', () => {
  expect(namesOf(['A.flow.json', 'B.flow.json', 'A.flow.json', 'a.flow.json'])).toEqual([
    'A.flow.json',
    'B.flow.json',
    'A (2).flow.json',
    'a (3).flow.json',
  ])
})

test('names are unique, even if numbered or existing names would collide', () => {
  expect(namesOf(['A.json', 'A.json', 'A (2).json'])).toEqual(['A.json', 'A (2).json', 'A (2) (2).json'])
  expect(namesOf(['manifest.json', 'Manifest.json'], ['manifest.json'])).toEqual([
    'manifest (2).json',
    'Manifest (3).json',
  ])
  expect(new Set(namesOf(Array.from({ length: 2000 }, () => 'x'))).size).toBe(2000)
})

test('names that differ only in Unicode normalization are equal', () => {
  expect(namesOf(['Z\u00fcrich.json', 'Zu\u0308rich.json'])[1]).toBe('Zu\u0308rich (2).json')
})

test('every name is valid on Windows', () => {
  expect(namesOf(['CON.json', 'nul', 'Lpt1.flow.json', 'com².json', 'console.json', 'aux.x.json'])).toEqual([
    '_CON.json',
    '_nul',
    '_Lpt1.flow.json',
    '_com².json',
    'console.json',
    '_aux.x.json',
  ])
  expect(namesOf(['../../etc/passwd', 'a:b|c?.json', '...', 'name. .json', 'tab\tx.json'])).toEqual([
    '_.._etc_passwd',
    'a_b_c_.json',
    'flow',
    'name.json',
    'tab_x.json',
  ])
  const [long] = namesOf([`${'ü'.repeat(300)}.json`])
  expect(long).toBe(`${'ü'.repeat(60)}.json`)
})

test('any flow name gives a valid name for a download', () => {
  expect(downloadFileName('Orders / returns: <img>')).toBe('Orders returns img.flow.json')
  expect(downloadFileName('///')).toBe('flow.flow.json')
})
