import fc from 'fast-check'
import { expect, test } from 'vitest'
import { kindsShown, readCompareView, withCompareView } from './compare-view.ts'

test('the URL contains both sides and all options, without defaults', () => {
  const query = new URLSearchParams(
    'before=flow:flw_1&after=file:abc&view=side&show=same,added&ids=ignore&positions=ignore&at=3&node=n1',
  )
  expect(readCompareView(query)).toEqual({
    before: { is: 'flow', key: 'flw_1' },
    after: { is: 'file', key: 'abc' },
    form: 'side',
    kinds: ['added', 'same'],
    ids: false,
    positions: false,
    at: 2,
    node: 'n1',
  })
  const usual = {
    form: 'canvas',
    kinds: kindsShown.slice(0, 4),
    ids: true,
    positions: true,
    at: null,
    node: null,
  } as const
  expect(withCompareView(query, usual).toString()).toBe('before=flow%3Aflw_1&after=file%3Aabc')
})

test('a view is the same after writing it to any URL and reading it', () => {
  const sides = fc.option(
    fc.record({ is: fc.constantFrom('flow', 'seen', 'file'), key: fc.string({ minLength: 1, maxLength: 20 }) }),
  )
  const ids = fc.stringMatching(/^[a-z0-9_]{1,20}$/)
  const views = fc.record({
    before: sides.map((side) => side && { ...side, key: encodeURIComponent(side.key) }),
    after: fc.constant(null),
    form: fc.constantFrom('canvas', 'side', 'list'),
    kinds: fc.subarray([...kindsShown]),
    ids: fc.boolean(),
    positions: fc.boolean(),
    at: fc.option(fc.nat()),
    node: fc.option(ids),
  })
  fc.assert(
    fc.property(views, fc.webQueryParameters(), (view, before) => {
      expect(readCompareView(withCompareView(new URLSearchParams(before), view))).toEqual(view)
    }),
  )
})

test('invalid values are ignored', () => {
  const nonsense = readCompareView(new URLSearchParams('before=flow:&after=planet:1&view=x&show=nothing&at=-1&ids=no'))
  expect(nonsense).toMatchObject({ before: null, after: null, form: 'canvas', kinds: [], ids: true, at: null })
})
