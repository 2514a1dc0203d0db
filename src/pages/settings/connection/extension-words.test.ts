import { expect, test } from 'vitest'
import { allExtensions } from '#contract/api.ts'
import { extensionOffers, serviceFeatures } from './extension-words.ts'

test('every extension of the contract has a text, and none is missing if the service supports all', () => {
  const { supported, missing } = extensionOffers(allExtensions)
  expect(supported.filter(({ words }) => words === null)).toEqual([])
  expect(missing).toEqual([])
  expect(serviceFeatures(allExtensions).filter(({ is }) => is !== 'whole')).toEqual([])
})

test('an unknown extension is shown by its name', () => {
  const { supported, missing } = extensionOffers(['people', 'tea'])
  expect(supported).toEqual([
    { name: 'people', words: 'People and roles' },
    { name: 'tea', words: null },
  ])
  expect(missing.map(({ name }) => name)).toContain('keys')
})

test('a feature whose extensions are only partly supported names what is missing', () => {
  const of = (extensions: string[], words: string) =>
    serviceFeatures(extensions).find((feature) => feature.words === words)
  expect(of(['incidents'], 'Report problems, and send alerts')).toMatchObject({
    is: 'partial',
    missing: ['Alerts by email, Slack and webhook'],
  })
  expect(of(['incidents'], 'Update pages live')).toMatchObject({ is: 'missing', missing: [] })
})
