import { expect, test } from 'vitest'
import { cutToWidth, isRightToLeft, wrapText } from './fit-text.ts'
import type { Font, Pen } from './pen.ts'

/** Every character is 10 wide, including an emoji. */
const measure = (text: string) => [...new Intl.Segmenter().segment(text)].length * 10
const nothing = () => undefined
const pen: Pen = {
  measure,
  box: nothing,
  lines: nothing,
  hairlines: nothing,
  polygon: nothing,
  icon: nothing,
  text: nothing,
  pattern: nothing,
  dimOpacity: 1,
  layout: null,
  withAlpha: nothing,
  grey: nothing,
}
const font: Font = { size: 10, weight: 400, family: 'sans' }

test('a text that fits is unchanged; a longer one is truncated with an ellipsis', () => {
  expect(cutToWidth('Orders', 60, font, pen)).toBe('Orders')
  expect(cutToWidth('Orders of today', 60, font, pen)).toBe('Order…')
  expect(cutToWidth('Look up order', 90, font, pen)).toBe('Look up …')
  expect(cutToWidth('Orders', 5, font, pen)).toBe('')
  expect(cutToWidth('', 60, font, pen)).toBe('')
})

test('an emoji of several code points is not split, and of a megabyte of text only the beginning is measured', () => {
  expect(cutToWidth('👩‍👩‍👧 family here', 30, font, pen)).toBe('👩‍👩‍👧 …')
  expect(cutToWidth('x'.repeat(1_000_000), 50, font, pen)).toBe('xxxx…')
})

const wrapped = (text: string, width: number, most: number) =>
  wrapText(text, width, most, font, pen).map((line) => line.text)

test('lines break at spaces and hyphens, long words anywhere, and a truncated last line ends in an ellipsis', () => {
  expect(wrapped('Where is the parcel', 100, 3)).toEqual(['Where is', 'the parcel'])
  expect(wrapped('Where  is\tthe   parcel', 100, 3)).toEqual(['Where is', 'the parcel'])
  expect(wrapped('Donaudampfschiff', 50, 9)).toEqual(['Donau', 'dampf', 'schif', 'f'])
  expect(wrapped('re-order the rest', 60, 9)).toEqual(['re-', 'order', 'the', 'rest'])
  expect(wrapped('one two three four five', 80, 2)).toEqual(['one two', 'three…'])
  expect(wrapped('first\n\nthird', 100, 9)).toEqual(['first', '', 'third'])
})

test('a paragraph ends with its last line', () => {
  expect(wrapText('one two\nthree', 30, 9, font, pen).map(({ ends }) => ends)).toEqual([false, true, false, true])
})

test('the first letter sets the direction of a text', () => {
  expect(['שלום', '42 – مرحبا', '🙂 שלום'].map(isRightToLeft)).toEqual([true, true, true])
  expect(['Hello שלום', '42', '', 'Привет', '你好'].map(isRightToLeft)).toEqual([false, false, false, false, false])
})
