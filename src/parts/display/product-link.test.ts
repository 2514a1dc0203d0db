import { expect, test } from 'vitest'
import { productUrl } from './product-link.tsx'

const template = 'https://n8n.example/workflow/{flow}/{node}'

test('ids are encoded in the address of a page of the product', () => {
  expect(productUrl(template, { flow: 'a/b', node: 'n?1' })).toBe('https://n8n.example/workflow/a%2Fb/n%3F1')
})

test('there is no link without a page, with an unknown id, or to anything but a page', () => {
  expect(productUrl(null, { flow: 'a' })).toBeNull()
  expect(productUrl(template, { flow: 'a' })).toBeNull()
  expect(productUrl(template, { flow: 'a', node: '' })).toBeNull()
  expect(productUrl('javascript:{flow}', { flow: 'alert(1)' })).toBeNull()
})
