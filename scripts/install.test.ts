import { expect, test } from 'vitest'
import { isComplete, nodeIsSupported } from './install.mjs'

test.each([
  ['18.20.8', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.7.3', false],
  ['22.11.0', false],
  ['22.12.0', true],
  ['23.1.0', true],
  ['24.0.0', true],
  ['26.3.1', true],
])('Node %s', (version, supported) => {
  expect(nodeIsSupported(version)).toBe(supported)
})

const required = {
  '': { version: '0.1.0' },
  'node_modules/a': { version: '1.0.0' },
  'node_modules/for-windows': { version: '2.0.0', optional: true },
}

test('an installation is complete with the packages of the lock file, except those for other platforms', () => {
  expect(isComplete(required, { 'node_modules/a': { version: '1.0.0' } })).toBe(true)
})

test.each([
  ['a package is missing', {}],
  ['a package is older', { 'node_modules/a': { version: '0.9.0' } }],
  [
    'a package for this platform is older',
    { 'node_modules/a': { version: '1.0.0' }, 'node_modules/for-windows': { version: '1.0.0' } },
  ],
  ['a package is left over', { 'node_modules/a': { version: '1.0.0' }, 'node_modules/b': { version: '1.0.0' } }],
])('it is not complete when %s', (_name, present) => {
  expect(isComplete(required, present)).toBe(false)
})
