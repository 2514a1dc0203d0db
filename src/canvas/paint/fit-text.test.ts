import { expect, test } from 'vitest'
import { cutText, wrapText } from './fit-text.ts'
import type { Font, Pen } from './pen.ts'

/** Every letter is 10 wide, an emoji as well. */
const measure = (text: string) => [...new Intl.Segmenter().segment(text)].length * 10
const nothing = () => undefined
const pen: Pen = {
  measure,
  box: nothing,
  lines: nothing,
  shape: nothing,
  icon: nothing,
  text: nothing,
  faded: nothing,
  grey: nothing,
}
const font: Font = { size: 10, weight: 400, family: 'sans' }

test('a text that fits stays; one that does not ends in an ellipsis within the width', () => {
  expect(cutText('Orders', 60, font, pen)).toBe('Orders')
  expect(cutText('Orders of today', 60, font, pen)).toBe('Order…')
  expect(cutText('Look up order', 90, font, pen)).toBe('Look up…')
  expect(cutText('Orders', 5, font, pen)).toBe('')
  expect(cutText('', 60, font, pen)).toBe('')
})

test('an emoji of several code points is cut as a whole, a text of a megabyte costs no more than its beginning', () => {
  expect(cutText('👩‍👩‍👧 family here', 30, font, pen)).toBe('👩‍👩‍👧…')
  expect(cutText('x'.repeat(1_000_000), 50, font, pen)).toBe('xxxx…')
})

test('lines break at spaces, long words anywhere, and the last line says that there is more', () => {
  expect(wrapText('Where is the parcel', 100, 3, font, pen)).toEqual(['Where is', 'the parcel'])
  expect(wrapText('Donaudampfschiff', 50, 9, font, pen)).toEqual(['Donau', 'dampf', 'schif', 'f'])
  expect(wrapText('one two three four five', 80, 2, font, pen)).toEqual(['one two', 'three…'])
  expect(wrapText('first\n\nthird', 100, 9, font, pen)).toEqual(['first', '', 'third'])
})
