import { expect, test } from 'vitest'
import type { Product } from '#contract/product.ts'
import { allEndpoints } from '#contract/api.ts'
import { missingWords } from './missing-words.ts'

const product = (lacks: string[]): Product => ({
  kind: 'n8n',
  title: 'n8n',
  links: { flow: null, node: null, run: null },
  file_format: 'n8n',
  lacks,
})

test('a product that lacks a core endpoint says so in words, whichever it is', () => {
  const extensions = allEndpoints.map(({ extension }) => extension ?? '')
  for (const { id, extension } of allEndpoints) {
    // What a page cannot do without is not missing: it would have no page.
    if (extension !== null || id === 'flow.list' || id === 'flow.read') continue
    expect(missingWords({ extensions, product: product([id]) }), id).toHaveLength(1)
  }
})

test('what goes without saying is not repeated', () => {
  expect(missingWords({ extensions: [], product: product(['run.list', 'tool.list', 'tool.create']) })).toEqual([
    'Activating flows',
    'Pausing flows',
    'Archiving flows',
    'Duplicating flows',
    'Changing tags',
    'Starting flows by hand',
    'The list of runs',
    'Tools',
    'Changing channels',
    'Changing conversations',
    'Replying to conversations',
  ])
})
