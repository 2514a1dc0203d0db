import { expect, test } from 'vitest'
import { formatChange, formatShare } from './format-share.ts'

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ')

test('a share has one decimal, rounded half away from zero', () => {
  expect(plain(formatShare(388n, 1000n, 'en'))).toBe('38.8%')
  expect(plain(formatShare(1n, 3n, 'en'))).toBe('33.3%')
  expect(plain(formatShare(2n, 3n, 'en'))).toBe('66.7%')
  expect(plain(formatShare(0n, 5n, 'en'))).toBe('0.0%')
  expect(plain(formatShare(388n, 1000n, 'de'))).toBe('38,8%')
})

test('a positive share is never shown as zero, and a share of zero is a dash', () => {
  expect(plain(formatShare(1n, 412_806n, 'en'))).toBe('< 0.1%')
  expect(formatShare(0n, 0n, 'en')).toBe('—')
})

test('a change is shown with its sign', () => {
  expect(plain(formatChange(1126n, 1000n, 'en'))).toBe('+12.6%')
  expect(plain(formatChange(909n, 1000n, 'en'))).toBe('−9.1%')
  expect(plain(formatChange(1000n, 1000n, 'en'))).toBe('0.0%')
  expect(formatChange(1n, 0n, 'en')).toBeNull()
})
