import { expect, test } from 'vitest'
import { coveredTexts } from './covered-texts.ts'

const at = (x: number, y: number, width = 40) => ({ x, y, width, height: 10 })

test('a text covers what it overlaps: other texts, and steps that are not its own', () => {
  const texts = [
    { text: 'Read', box: at(0, 0) },
    { text: 'Write', box: at(30, 5) },
    { text: 'alone', box: at(0, 200) },
  ]
  const solids = [
    { name: 'Read', box: at(0, 0, 100) },
    { name: 'Other', box: at(35, 5) },
  ]
  expect(coveredTexts(texts, solids).toSorted()).toEqual([
    'Read × Other',
    'Read × Write',
    'Write × Other',
    'Write × Read',
  ])
})

test('texts that touch, or share a neighbourhood only, do not cover each other', () => {
  const texts = [at(0, 0), at(40, 0), at(0, 10), at(60, 58)].map((box) => ({ text: 'a', box }))
  expect(coveredTexts(texts, [{ name: 'card', box: at(0, 20) }])).toEqual([])
})

test('a cut text may stand in its own card', () => {
  const solids = [{ name: 'Switch\nResult is correct', box: at(0, 0, 100) }]
  expect(coveredTexts([{ text: 'Result is …', box: at(20, 0) }], solids)).toEqual([])
  expect(coveredTexts([{ text: 'Result is …', box: at(20, 8) }], solids)).toHaveLength(1)
})
