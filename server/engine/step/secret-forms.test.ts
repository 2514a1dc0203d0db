/** Secrets in responses of other services: forms that are masked, and text that is not. */
import { expect, test } from 'vitest'
import { maskerOf } from './secret-forms.ts'

const secret = 'pa/ss+w"<é> & 42'
const mask = maskerOf([secret])
const bytes = Buffer.from(secret)

test.each([
  ['as it is', secret],
  ['upper case', secret.toUpperCase()],
  ['lower case', secret.toLowerCase()],
  ['backwards', Array.from(secret).toReversed().join('')],
  ['for a path', encodeURIComponent(secret)],
  ['for a path, in lower case', encodeURIComponent(secret).replaceAll(/%../g, (hex) => hex.toLowerCase())],
  ['within an address', encodeURI(secret)],
  ['as a form', new URLSearchParams({ a: secret }).toString().slice(2)],
  ['as JSON', JSON.stringify(secret).slice(1, -1)],
  ['as JSON of PHP', JSON.stringify(secret).slice(1, -1).replaceAll('/', '\\/')],
  ['as JSON of ASCII', JSON.stringify(secret).slice(1, -1).replace('é', '\\u00e9')],
  ['as JSON in JSON', JSON.stringify(JSON.stringify(secret).slice(1, -1)).slice(1, -1)],
  ['as HTML', 'pa/ss+w&quot;&lt;é&gt; &amp; 42'],
  ['as HTML with numbers', 'pa/ss+w&#34;&#60;é&#62; &#38; 42'],
  ['hex', bytes.toString('hex')],
  ['hex in upper case', bytes.toString('hex').toUpperCase()],
  ['base64', bytes.toString('base64')],
  ['base64 for addresses', bytes.toString('base64url')],
])('a secret %s', (_, form) => {
  expect(mask(`before ${form} after`)).toBe('before •••• after')
})

test.each(['', 'a', 'ab', 'user:'])('in Base64 with %j before it', (before) => {
  const core = bytes.toString('base64').slice(4, -8)
  for (const encoding of ['base64', 'base64url'] as const) {
    const masked = mask(Buffer.from(`${before}${secret} and more`).toString(encoding))
    expect(masked).toContain('••••')
    expect(Buffer.from(masked, 'base64').toString('latin1')).not.toMatch(/ss\+w/)
    expect(masked).not.toContain(core)
  }
})

test('of several the longer one is found first', () => {
  expect(maskerOf(['token', 'token-of-mine'])('token-of-mine, token')).toBe('••••, ••••')
})

test('a short one is no part of Base64, and is not turned round', () => {
  const short = maskerOf(['abcd'])
  expect(short('dcba ABCD xYWJjZHx')).toBe('dcba ABCD xYWJjZHx')
  expect(short('abcd YWJjZA== %61')).toBe('•••• •••• %61')
})

test('halves of characters are no error', () => {
  expect(maskerOf(['\ud83d-half'])('a \ud83d-half b')).toBe('a •••• b')
})
