import fc from 'fast-check'
import { expect, test } from 'vitest'
import { foldText, parseFind } from './find-query.ts'

const terms = (query: string) =>
  parseFind(query).terms.map(({ operator, value, negated }) => `${negated ? '-' : ''}${operator}=${value}`)

test('operators, quotes and minus are parsed', () => {
  expect(terms('type:api  -is:disabled "Order Number" uses:"my tool" order')).toEqual([
    'type=api',
    '-is=disabled',
    'text=order number',
    'uses=my tool',
    'text=order',
  ])
  expect(terms('TYPE:Api is:UNR -"a b" -tool:x')).toEqual(['type=api', 'is=unreachable', '-text=a b', '-tool=x'])
})

test('operators without a value are ignored, and a colon in other text is literal', () => {
  expect(parseFind('type: is: - "" -type: "')).toEqual({ terms: [], faults: [] })
  expect(terms('https://example.com/a 10:30 a-b "open')).toEqual([
    'text=https://example.com/a',
    'text=10:30',
    'text=a-b',
    'text=open',
  ])
})

test('an unknown operator or state is reported', () => {
  expect(parseFind('kind:api')).toMatchObject({
    terms: [{ operator: 'text', value: 'kind:api' }],
    faults: ['“kind:” is treated as text. The operators are type:, tool:, uses: and is:.'],
  })
  expect(parseFind('is:fine __proto__:x constructor:y').faults).toHaveLength(2)
  expect(terms('is:fine')).toEqual([])
})

test('case and accents are folded in every script', () => {
  for (const [a, b] of [
    ['Zürich', 'ZURICH'],
    ['straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['İstanbul', 'istanbul'],
    ['ЖЁЛТЫЙ', 'желтыи'],
    ['Ｆｕｌｌ', 'full'],
    ['受注', '受注'],
  ] as const)
    expect(foldText(a)).toBe(foldText(b))
})

test('any query is parsed, and parsing its terms again gives the same terms', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (query) => {
      const { terms: first } = parseFind(query)
      const again = parseFind(first.map(({ written }) => written).join(' ')).terms
      expect(again.map(({ operator, value }) => [operator, value])).toEqual(
        first.map(({ operator, value }) => [operator, value]),
      )
    }),
    { numRuns: 200 },
  )
})
