import { expect, test } from 'vitest'
import { beyondWords, maxRows, inboxRowHeight } from './row-limit.ts'

/** Maximum height in Firefox; 33,554,428 in Chromium and Safari. */
const tallestPx = 17_895_697

test('the rows fit in a box of every browser, and further ones are reported', () => {
  expect(maxRows * inboxRowHeight).toBeLessThan(tallestPx)
  expect(beyondWords(maxRows)).toBeNull()
  expect(beyondWords(null)).toBeNull()
  expect(beyondWords(maxRows + 1)).toMatch(/^The first 200,000 conversations are listed\. .*filter/)
})
