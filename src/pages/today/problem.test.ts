import { CircleX } from 'lucide-react'
import { expect, test } from 'vitest'
import { headline, worstFirst, type Problem } from './problem.ts'

const problemOf = (key: string, isBroken: boolean): Problem => ({
  key,
  isBroken,
  status: { word: 'Failing', icon: CircleX, tone: 'bad' },
  name: key,
  words: '',
  trend: null,
  remedy: { label: 'Open', path: '/' },
})
const problems = (broken: number, others: number): Problem[] => [
  ...Array.from({ length: broken }, (_one, index) => problemOf(`b${index}`, true)),
  ...Array.from({ length: others }, (_one, index) => problemOf(`a${index}`, false)),
]

test.each([
  [0, 0, 'Everything works.'],
  [1, 0, '1 thing is broken.'],
  [3, 0, '3 things are broken.'],
  [0, 1, '1 thing needs attention.'],
  [0, 2, '2 things need attention.'],
  [1, 1, '1 thing is broken, 1 more needs attention.'],
  [2, 5, '2 things are broken, 5 more need attention.'],
])('%i broken and %i others', (broken, others, words) => {
  expect(headline(problems(broken, others), false)).toBe(words)
})

test('without problems, a list that could not be read is no proof that all is well', () => {
  expect(headline([], true)).toBe('No problems in what could be read.')
  expect(headline(problems(1, 0), true)).toBe('1 thing is broken.')
})

test('broken things come first, otherwise the order stays', () => {
  const mixed = [problemOf('a', false), problemOf('b', true), problemOf('c', false), problemOf('d', true)]
  expect(worstFirst(mixed).map(({ key }) => key)).toEqual(['b', 'd', 'a', 'c'])
})
