import { expect, test } from 'vitest'
import { flowPath, safeNext, signInPath } from './paths.ts'

test('ids are encoded', () => {
  expect(flowPath('flw_1')).toBe('/flows/flw_1')
  expect(flowPath('a/b?c')).toBe('/flows/a%2Fb%3Fc')
})

test('the sign-in page returns to the requested page, never to another site', () => {
  expect(signInPath('/flows?search=a')).toBe('/sign-in?next=%2Fflows%3Fsearch%3Da')
  expect(signInPath('/')).toBe('/sign-in')
  expect(safeNext('/flows?search=a')).toBe('/flows?search=a')
  expect(safeNext('/inbox?q=a%2Fb//c#note')).toBe('/inbox?q=a%2Fb//c#note')
  const wrong = [
    null,
    '',
    'flows',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n//evil.example',
    '\t//evil.example',
    '/flows\u0000',
    '/.//evil.example',
    '/flows/..//evil.example',
    '/%2e//evil.example',
    '/flows\\..\\..//evil.example',
    'javascript:alert(1)',
  ]
  for (const next of wrong) expect(safeNext(next), JSON.stringify(next)).toBe('/')
})
