import { expect, test } from 'vitest'
import { help, readFlags, settings, WrongFlag } from './settings.mjs'

test('flags become the variables of the same name', () => {
  expect(readFlags(['--port', '5000', '--data-dir=/tmp/a=b', '--secret-key-file', 'C:\\my keys\\key'])).toEqual({
    env: { PORT: '5000', DATA_DIR: '/tmp/a=b', SECRET_KEY_FILE: 'C:\\my keys\\key' },
    switches: [],
    help: false,
  })
})

test('switches take no value and stay arguments of the service', () => {
  expect(readFlags(['--sample', '--open'])).toEqual({ env: {}, switches: ['--sample', '--open'], help: false })
  expect(() => readFlags(['--sample=yes'])).toThrow(WrongFlag)
})

test.each([[['--prot', '5000']], [['5000']], [['--port']], [['--port', '--sample']]])(
  '%j is refused by name',
  (args) => {
    expect(() => readFlags(args)).toThrow(WrongFlag)
  },
)

test('--help lists every setting', () => {
  expect(readFlags(['--port', '1', '--help']).help).toBe(true)
  for (const { name, value } of settings)
    expect(help()).toContain(value === '' ? `--${name.toLowerCase()}` : ` ${name} `)
})
