import { expect, test } from 'vitest'
import { rowLimitWords, maxRows, inboxRowHeight } from './row-limit.ts'

/** Maximum height in Firefox; 33,554,428 in Chromium and Safari. */
const tallestPx = 17_895_697

test('the listed rows fit within the maximum height of every browser, and a longer list shows a note', () => {
  expect(maxRows * inboxRowHeight).toBeLessThan(tallestPx)
  expect(rowLimitWords(maxRows)).toBeNull()
  expect(rowLimitWords(null)).toBeNull()
  expect(rowLimitWords(maxRows + 1)).toMatch(/^Only the first 200,000 conversations are listed\. .*filter/)
})
