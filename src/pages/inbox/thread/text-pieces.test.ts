import { expect, test } from 'vitest'
import { collapsedText, textPieces } from './text-pieces.ts'

const links = (text: string) => textPieces(text).flatMap((piece) => (piece.href === null ? [] : [piece.text]))

test('only http and https are URLs', () => {
  expect(links('see https://example.com/a?b=1#c and HTTP://EXAMPLE.com')).toEqual([
    'https://example.com/a?b=1#c',
    'HTTP://EXAMPLE.com',
  ])
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.com',
    'www.example.com',
    'http://',
    'xhttps://a.b',
  ])
    expect(links(text), text).toEqual([])
})

test('punctuation of the sentence is not part of the URL', () => {
  expect(links('Look (https://example.com/a_(b)).')).toEqual(['https://example.com/a_(b)'])
  expect(links('https://example.com, then?')).toEqual(['https://example.com'])
})

test('the concatenated pieces are the text', () => {
  for (const text of ['', ' a  b\n\n', '<img onerror=alert(1) src=x> https://a.b/<script>', 'שלום https://a.b مرحبا'])
    expect(
      textPieces(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text)
})

test('a long text is truncated without splitting a character, a short one is not truncated', () => {
  expect(collapsedText('x'.repeat(1_300))).toBeNull()
  expect(collapsedText('😀'.repeat(5_000))).toBe(`${'😀'.repeat(1_199)}…`)
  expect(collapsedText('line\n'.repeat(300))?.split('\n')).toHaveLength(16)
})
