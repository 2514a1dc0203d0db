import { expect, test } from 'vitest'
import { consoleCookie, cookiePath, serviceCookies } from './cookies.ts'

const base = new URL('https://other.example/v1/console')
const target = '/v1/console/session/?next=/x/'

test.each([
  ['/', '/api'],
  ['/v1', '/api'],
  ['/v1/', '/api'],
  ['/v1/console', '/api'],
  ['/v1/console/', '/api'],
  ['/v1/console/flow', '/api/flow'],
  ['/v1/console/flow/', '/api/flow/'],
  // The folder of the requested path.
  [null, '/api/session'],
  ['', '/api/session'],
  ['flow', '/api/session'],
  // Never sent to a path below the base.
  ['/v1/con', null],
  ['/v1/consoles', null],
  ['/v2', null],
])('cookie path %s of the service becomes %s at the console', (there, here) => {
  expect(cookiePath(base, there, target)).toBe(here)
})

test.each([
  ['/', '/api'],
  ['/flow/', '/api/flow/'],
])('without a path in the base URL, cookie path %s becomes %s', (there, here) => {
  expect(cookiePath(new URL('https://other.example'), there, '/session/')).toBe(here)
})

test('Domain is removed, Path is mapped, and Secure is kept only if the console uses https', () => {
  const line =
    'sid=a=b; Domain=.other.example; Path=/; Expires=Wed, 21 Oct 2037 07:28:00 GMT; HttpOnly; Secure; SameSite=None; Partitioned'
  const expires = 'Expires=Wed, 21 Oct 2037 07:28:00 GMT'
  expect(consoleCookie(line, base, target, { https: true })).toBe(
    `api.sid=a=b; Path=/api; ${expires}; HttpOnly; SameSite=Lax; Secure`,
  )
  expect(consoleCookie(line, base, target, { https: false })).toBe(
    `api.sid=a=b; Path=/api; ${expires}; HttpOnly; SameSite=Lax`,
  )
})

test('SameSite=Strict and Max-Age are kept', () => {
  expect(consoleCookie('sid=; path=/v1/console; max-age=0; samesite=strict', base, target, { https: false })).toBe(
    'api.sid=; Path=/api; max-age=0; SameSite=Strict',
  )
})

test.each(['', ';', 'no value', '=x', 'sid=1; Path=/elsewhere'])('%j is dropped', (line) => {
  expect(consoleCookie(line, base, target, { https: false })).toBeNull()
})

test('only cookies of the service are sent to it, under their original names', () => {
  expect(serviceCookies('theme=dark; api.sid=a=b; session=other;  api.__Host-c=2')).toBe('sid=a=b; __Host-c=2')
  expect(serviceCookies('theme=dark; sid=1; xapi.sid=2')).toBeNull()
  expect(serviceCookies(null)).toBeNull()
})
