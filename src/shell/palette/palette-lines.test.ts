import { expect, test } from 'vitest'
import {
  orderedLines,
  highlightedPieces,
  matchingLines,
  numberIn,
  readPaletteText,
  type PaletteGroup,
  type PaletteLine,
} from './palette-lines.ts'

const line = (group: PaletteGroup, label: string, note?: string): PaletteLine => ({
  id: label,
  group,
  label,
  ...(note === undefined ? {} : { note }),
  icon: null,
  onChoose: () => undefined,
})
const lines = [
  line('Pages', 'Settings', 'g s'),
  line('Actions', 'Use dark theme'),
  line('Flows', 'Refund up to €50'),
  line('Pages', 'Café'),
  line('Tools', 'Set a limit', 'limit_set'),
]
const found = (words: string) => orderedLines(matchingLines(lines, words), words).map((one) => one.label)

test('every word has to match, in any order, ignoring case and accents', () => {
  expect(found('refund €50')).toEqual(['Refund up to €50'])
  expect(found('cafe')).toEqual(['Café'])
  expect(found('limit_set')).toEqual(['Set a limit'])
  expect(found('nothing like this')).toEqual([])
})

test('groups have their order, but a page that begins with the text comes first', () => {
  expect(found('')).toEqual(['Refund up to €50', 'Set a limit', 'Use dark theme', 'Settings', 'Café'])
  expect(found('set')).toEqual(['Settings', 'Set a limit'])
  expect(found('use the')).toEqual(['Use dark theme'])
})

test('a label that begins with the text comes before one that contains it, or matches elsewhere', () => {
  const all = [line('Flows', 'Returns', 'orders'), line('Flows', 'New orders'), line('Tools', 'Orders API')]
  expect(orderedLines(all, 'orders').map((one) => one.label)).toEqual(['Orders API', 'New orders', 'Returns'])
})

test('matches in definitions come last, in their order', () => {
  const all = [
    line('In definitions', 'Returns › Orders'),
    line('In definitions', 'Orders › Start'),
    line('Pages', 'Inbox'),
  ]
  expect(orderedLines(all, 'orders').map((one) => one.label)).toEqual(['Inbox', 'Returns › Orders', 'Orders › Start'])
})

test('pages below others are listed once a text matches them', () => {
  const all = [line('Pages', 'Billing'), { ...line('Pages', 'Budgets'), isSubPage: true as const }]
  expect(matchingLines(all, '').map((one) => one.label)).toEqual(['Billing'])
  expect(matchingLines(all, 'budg').map((one) => one.label)).toEqual(['Budgets'])
})

test('> searches actions, # conversations', () => {
  expect(readPaletteText(' > dark')).toEqual({ mode: 'actions', words: 'dark' })
  expect(readPaletteText('#48220')).toEqual({ mode: 'conversations', words: '48220' })
  expect(readPaletteText('refund #1')).toEqual({ mode: 'all', words: 'refund #1' })
  expect([numberIn('48220'), numberIn('order 25'), numberIn('')]).toEqual(['48220', null, null])
})

test('the match is highlighted', () => {
  expect(highlightedPieces('Partial refunds', 'refund')).toEqual([
    { text: 'Partial ', isMatch: false },
    { text: 'refund', isMatch: true },
    { text: 's', isMatch: false },
  ])
  expect(highlightedPieces('Settings', '')).toEqual([{ text: 'Settings', isMatch: false }])
})
