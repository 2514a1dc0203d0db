import { expect, test } from 'vitest'
import { keysToEvict } from './version-limits.ts'

const mark = (key: string, usedAt: number, bytes: number) => ({ key, version: 1, at: 0, usedAt, bytes })

test('the flows not opened for the longest time are evicted, by count and by bytes', () => {
  const marks = [mark('old', 1, 10), mark('new', 3, 10), mark('middle', 2, 10)]
  expect(keysToEvict(marks, { flows: 3, bytes: 30 })).toEqual([])
  expect(keysToEvict(marks, { flows: 2, bytes: 30 })).toEqual(['old'])
  expect(keysToEvict(marks, { flows: 3, bytes: 20 })).toEqual(['old'])
  expect(keysToEvict([mark('huge', 9, 100), ...marks], { flows: 9, bytes: 30 })).toEqual(['huge'])
})
