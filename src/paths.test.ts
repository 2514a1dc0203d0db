import { expect, test } from 'vitest'
import { flowPath, safeNext, signInPath } from './paths.ts'

test('ids are encoded', () => {
  expect(flowPath('flw_1')).toBe('/flows/flw_1')
  expect(flowPath('a/b?c')).toBe('/flows/a%2Fb%3Fc')
})

test('the sign-in page leads back, but never to another site', () => {
  expect(signInPath('/flows?search=a')).toBe('/sign-in?next=%2Fflows%3Fsearch%3Da')
  expect(signInPath('/')).toBe('/sign-in')
  expect(safeNext('/flows?search=a')).toBe('/flows?search=a')
  for (const wrong of [null, 'https://evil.example', '//evil.example', '/\\evil.example', 'flows'])
    expect(safeNext(wrong)).toBe('/')
})
