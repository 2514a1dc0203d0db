import { expect, test } from 'vitest'
import { plainText } from './rich-text.ts'

test('blocks become lines, entities are decoded, and text that is not HTML is unchanged', () => {
  expect(plainText('<p>Be <b>fair</b> &amp; brief.</p><ul><li>one</li><li>two</li></ul>')).toBe(
    'Be fair & brief.\n- one\n- two',
  )
  expect(plainText('<table>\n  <tr>\n  <td>a</td>\n\n\n </tr>\n</table><p>b</p>')).toBe('a\n\nb')
  expect(plainText('a < b && c > d')).toBe('a < b && c > d')
})

test('a text of 200,000 opening brackets does not take quadratic time', () => {
  expect(plainText(`<p>${'<'.repeat(200_000)}`)).toHaveLength(200_000)
})
