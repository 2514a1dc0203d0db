import { expect, test } from 'vitest'
import type { Placement } from '#canvas/model/placement.ts'
import { placementOf, withPlacement } from './placement-query.ts'

const all = { hasPositions: true, canTidy: true }
const read = (query: string, limits = all) => placementOf(new URLSearchParams(query), limits)

test('every placement is restored from its URL', () => {
  const placements: Placement[] = ['given', 'right', 'right tidy', 'down', 'down tidy', 'folded', 'folded tidy']
  for (const hasPositions of [true, false])
    for (const placement of placements) {
      const query = withPlacement(new URLSearchParams('node=n1&way=up'), placement, hasPositions)
      expect(query.get('node')).toBe('n1')
      const expected = hasPositions || placement !== 'given' ? placement : 'auto'
      expect(placementOf(query, { hasPositions, canTidy: true })).toBe(expected)
    }
  expect(withPlacement(new URLSearchParams('node=n1'), 'down tidy', true).toString()).toBe(
    'node=n1&place=laid-out&way=down&tidy=1',
  )
  expect(withPlacement(new URLSearchParams('place=laid-out&way=down&tidy=1'), 'given', true).toString()).toBe('')
})

test('invalid values in the URL are ignored', () => {
  expect(read('place=elsewhere&way=down&tidy=1')).toBe('given')
  expect(read('way=down&tidy=1')).toBe('given')
  expect(read('place=laid-out&way=up&tidy=yes')).toBe('right')
  expect(read('place=laid-out&way=__proto__&tidy=1')).toBe('right tidy')
})

test('a flow without positions is always laid out, and one that is too large is never tidy', () => {
  expect(read('place=given', { hasPositions: false, canTidy: true })).toBe('auto')
  expect(read('tidy=1', { hasPositions: false, canTidy: true })).toBe('right tidy')
  expect(read('way=down', { hasPositions: false, canTidy: true })).toBe('down')
  expect(read('place=laid-out&way=down&tidy=1', { hasPositions: true, canTidy: false })).toBe('down')
})
