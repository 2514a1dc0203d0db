import { expect, test } from 'vitest'
import { nodeQuery, tabOf, tabQuery } from './flow-view.ts'

test('nonsense in the URL counts as not given', () => {
  expect(tabOf(new URLSearchParams('tab=health'))).toBe('health')
  expect(tabOf(new URLSearchParams('tab=__proto__'))).toBe('canvas')
  expect(tabOf(new URLSearchParams())).toBe('canvas')
})

test('another tab keeps node and placement and forgets the filter of runs', () => {
  const query = new URLSearchParams('tab=runs&node=a%26b&place=laid-out&status=failed&period=7d')
  expect(tabQuery(query, 'health')).toBe('?node=a%26b&place=laid-out&tab=health')
  expect(tabQuery(query, 'canvas')).toBe('?node=a%26b&place=laid-out')
  expect(tabQuery(new URLSearchParams('tab=json'), 'canvas')).toBe('')
})

test('a node opens on the canvas, in the placement that was chosen', () => {
  expect(nodeQuery(new URLSearchParams('tab=health&place=laid-out'), 'a b')).toBe('?place=laid-out&node=a+b')
})
