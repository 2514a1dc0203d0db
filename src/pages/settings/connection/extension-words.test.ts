import { expect, test } from 'vitest'
import { allExtensions } from '#contract/api.ts'
import { extensionOffers } from './extension-words.ts'

test('every extension of the contract has a text, and none is missing if the service supports all', () => {
  const { supported, missing } = extensionOffers(allExtensions)
  expect(supported.filter(({ words }) => words === null)).toEqual([])
  expect(missing).toEqual([])
})

test('an unknown extension is shown by its name', () => {
  const { supported, missing } = extensionOffers(['people', 'tea'])
  expect(supported).toEqual([
    { name: 'people', words: 'People and roles' },
    { name: 'tea', words: null },
  ])
  expect(missing.map(({ name }) => name)).toContain('keys')
})
