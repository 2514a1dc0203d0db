/** Masking of secrets in responses of other services: encoded forms, and text that stays unmasked. */
import { expect, test } from 'vitest'
import { maskerOf } from './secret-forms.ts'

const secret = 'pa/ss+w"<é> & 42'
const mask = maskerOf([secret])
const bytes = Buffer.from(secret)

test.each([
  ['unchanged', secret],
  ['in upper case', secret.toUpperCase()],
  ['in lower case', secret.toLowerCase()],
  ['reversed', Array.from(secret).toReversed().join('')],
  ['percent-encoded', encodeURIComponent(secret)],
  ['percent-encoded in lower case', encodeURIComponent(secret).replaceAll(/%../g, (hex) => hex.toLowerCase())],
  ['encoded by encodeURI', encodeURI(secret)],
  ['encoded as a form', new URLSearchParams({ a: secret }).toString().slice(2)],
  ['as JSON', JSON.stringify(secret).slice(1, -1)],
  ['as JSON with escaped slashes (PHP)', JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')],
  ['as ASCII-only JSON', JSON.stringify(secret).slice(1, -1).replace('é', '\\u00e9')],
  ['as JSON in JSON', JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1)],
  ['as HTML', 'pa/ss+w&quot;&lt;é&gt; &amp; 42'],
  ['as HTML with numeric entities', 'pa/ss+w&#34;&#60;é&#62; &#38; 42'],
  ['in hex', bytes.toString('hex')],
  ['in upper-case hex', bytes.toString('hex').toUpperCase()],
  ['in Base64', bytes.toString('base64')],
  ['in URL-safe Base64', bytes.toString('base64url')],
])('masks a secret %s', (_, form) => {
  expect(mask(`before ${form} after`)).toBe('before •••• after')
})

test.each(['', 'a', 'ab', 'user:'])('masks a secret within Base64, after %j', (before) => {
  const core = bytes.toString('base64').slice(4, -8)
  for (const encoding of ['base64', 'base64url'] as const) {
    const masked = mask(Buffer.from(`${before}${secret} and more`).toString(encoding))
    expect(masked).toContain('••••')
    expect(Buffer.from(masked, 'base64').toString('latin1')).not.toMatch(/ss\+w/)
    expect(masked).not.toContain(core)
  }
})

test('masks the longest secret first', () => {
  expect(maskerOf(['token', 'token-of-mine'])('token-of-mine, token')).toBe('••••, ••••')
})

test('does not mask other forms of a short secret: upper case, reversed, within Base64', () => {
  const short = maskerOf(['abcd'])
  expect(short('dcba ABCD xYWJjZHx')).toBe('dcba ABCD xYWJjZHx')
  expect(short('abcd YWJjZA== %61')).toBe('•••• •••• %61')
})

test('accepts lone surrogates', () => {
  expect(maskerOf(['\ud83d-half'])('a \ud83d-half b')).toBe('a •••• b')
})
