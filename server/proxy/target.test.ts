import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readBaseUrl, displayBase } from '#server/base/proxy-settings.ts'
import { consoleLocation, targetOf } from './target.ts'

const base = new URL('https://other.example/v1/console/')
const bare = new URL('https://other.example')

test.each([
  [base, '/api', '/v1/console'],
  [base, '/api/', '/v1/console/'],
  [base, '/api/flow/?x=1&y=%2F..', '/v1/console/flow/?x=1&y=%2F..'],
  [base, '/api/flow/a%20b%2Fc/', '/v1/console/flow/a%20b%2Fc/'],
  [base, '/api/flow/a..b/...', '/v1/console/flow/a..b/...'],
  [base, '/api//other', '/v1/console//other'],
  [bare, '/api/flow/', '/flow/'],
  [bare, '/api', '/'],
  [bare, '/api?x', '/?x'],
  // The console has a page of its own at this path.
  [bare, '/api/docs', '/docs'],
])('base %s: console path %s becomes service path %s', (url, here, there) => {
  expect(targetOf(url, here)).toBe(there)
})

test.each([
  '/api/../admin',
  '/api/flow/..',
  '/api/./flow',
  '/api/%2e%2e/admin',
  '/api/.%2E/admin',
  '/api/..%2fadmin',
  '/api/..%5cadmin',
  '/api/%2e%2e%2fadmin',
  '/api/%252e%252e%252fadmin',
  '/api/%25252e%25252e/admin',
  '/api/%2525252525252e./admin',
  '/api/..;/admin',
  '/api/%c0%ae%c0%ae/admin',
  '/api/flow/%00',
  '/api/flow/%0d%0aX: y',
  '/api/a b',
  '/api/a\\b',
  '/api/a#b',
  '/api/ä',
  '/apis/flow',
  'http://elsewhere.example/api/flow/',
  '*',
])('%s is refused', (path) => {
  expect(() => targetOf(base, path)).toThrow('not forwarded')
})

test('no path leads outside the base URL', () => {
  const piece = fc.constantFrom(
    '..',
    '.',
    '%2e',
    '%2E',
    '%252e',
    '/',
    '%2f',
    '\\',
    '%5c',
    ';',
    'a',
    '%61',
    '?',
    '#',
    '%',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      let there: string
      try {
        there = targetOf(base, `/api/${pieces.join('')}`)
      } catch {
        return
      }
      // As a browser, and as a server that first decodes everything, would interpret it.
      let path = there.split('?')[0] ?? ''
      for (let round = 0; round < 5; round++) {
        expect(new URL(`https://x.example${path.replaceAll('?', '').replaceAll('#', '')}`).pathname).toMatch(
          /^\/v1\/console(\/|$)/,
        )
        path = path.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
      }
    }),
    { numRuns: 2000 },
  )
})

test.each([
  ['/v1/console/tool/?page=2', '/api/tool/?page=2'],
  ['https://other.example/v1/console/tool/#a', '/api/tool/#a'],
  ['../tool/', '/api/tool/'],
  ['?page=2', '/api/flow/?page=2'],
  ['https://other.example:443/v1/console', '/api'],
])('a redirect to %s becomes %s', (location, here) => {
  expect(consoleLocation(base, '/v1/console/flow/?x=1', location)).toBe(here)
})

test.each([
  ['https://elsewhere.example/v1/console/flow/', 'https://elsewhere.example'],
  ['//elsewhere.example/v1/console/flow/', 'https://elsewhere.example'],
  ['http://other.example/v1/console/flow/', 'http://other.example'],
  ['https://other.example:8443/v1/console/flow/', 'https://other.example:8443'],
  ['/login/', 'https://other.example'],
  ['/v1/consoles/', 'https://other.example'],
  ['../../../admin/', 'https://other.example'],
  ['https://name@other.example/v1/console/flow/', 'https://other.example'],
  ['data:text/html,x', 'null'],
])('a redirect to %s is returned as a URL outside the base', (location, origin) => {
  const to = consoleLocation(base, '/v1/console/flow/', location)
  expect(to instanceof URL ? to.origin : to).toBe(origin)
})

test('an invalid redirect is null', () => {
  expect(consoleLocation(base, '/v1/console/', 'https://')).toBeNull()
})

test('a base URL is shown without a trailing slash', () => {
  const read = readBaseUrl('https://Other.example:443/a/b//')
  expect(read instanceof URL ? displayBase(read) : read).toBe('https://other.example/a/b')
})
