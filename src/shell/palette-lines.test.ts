import { expect, test } from 'vitest'
import { markedPieces, matching, type Line } from './palette-lines.ts'

const line = (group: Line['group'], label: string): Line => ({ id: label, group, label, onChoose: () => undefined })
const lines = [
  line('Flows', 'Refund up to €50'),
  line('Pages', 'Settings'),
  line('Actions', 'Use the dark theme'),
  line('Pages', 'Café'),
]
const labels = (text: string) => matching(lines, text).map((one) => one.label)

test('every word has to be in the label, in any order, without regard to case and accents', () => {
  expect(labels('refund €50')).toEqual(['Refund up to €50'])
  expect(labels('cafe')).toEqual(['Café'])
  expect(labels('')).toHaveLength(4)
  expect(labels('nothing like this')).toEqual([])
})

test('> asks for actions alone', () => {
  expect(labels('>')).toEqual(['Use the dark theme'])
  expect(labels('> dark')).toEqual(['Use the dark theme'])
})

test('the place of the text is marked', () => {
  expect(markedPieces('Partial refunds', 'refund')).toEqual([
    { text: 'Partial ', marked: false },
    { text: 'refund', marked: true },
    { text: 's', marked: false },
  ])
  expect(markedPieces('Settings', '')).toEqual([{ text: 'Settings', marked: false }])
})
