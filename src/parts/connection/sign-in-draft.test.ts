import { expect, test } from 'vitest'
import { parseBaseUrl, signInProblemsOf } from './sign-in-draft.ts'

const here = 'https://here.test/settings/connection'

test('a base URL is a URL, a path on this host, or a bare host', () => {
  expect(parseBaseUrl(' https://a.test/api/ ', here)).toEqual({ base: 'https://a.test/api' })
  expect(parseBaseUrl('/api', here)).toEqual({ base: 'https://here.test/api' })
  expect(parseBaseUrl('a.test/v1', here)).toEqual({ base: 'https://a.test/v1' })
  expect(parseBaseUrl('localhost:8000/api', here)).toEqual({ base: 'https://localhost:8000/api' })
})

test('invalid URLs and URLs with credentials are rejected with a message', () => {
  for (const typed of [
    '',
    'javascript:alert(1)',
    'ftp://a.test',
    'https://',
    'https://u:p@a.test',
    'https://a.test?key=1',
  ])
    expect(parseBaseUrl(typed, here)).toHaveProperty('problem')
})

test('a header must be one that pages may set, and a secret must be valid in a header', () => {
  const draft = { kind: 'header', header: 'X-Key', secret: 'abc', remembers: false } as const
  expect(signInProblemsOf(draft, false)).toEqual({})
  for (const header of ['', 'a b', 'Cookie', 'Host', 'sec-x', 'a:b'])
    expect(signInProblemsOf({ ...draft, header }, false)).toHaveProperty('header')
  for (const secret of ['', ' ', 'ключ', 'a\nb'])
    expect(signInProblemsOf({ ...draft, secret }, false)).toHaveProperty('secret')
  expect(signInProblemsOf({ ...draft, secret: '' }, true)).toEqual({})
  expect(signInProblemsOf({ ...draft, kind: 'none', header: '', secret: '' }, false)).toEqual({})
})
