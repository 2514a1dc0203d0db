import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingNames } from '#server/base/config.ts'
import { root } from './program.mjs'
import { help, readFlags, settings, InvalidFlag } from './settings.mjs'

test('flags become the variables of the same name', () => {
  expect(readFlags(['--port', '5000', '--data-dir=/tmp/a=b', '--secret-key-file', 'C:\\my keys\\key'])).toEqual({
    env: { PORT: '5000', DATA_DIR: '/tmp/a=b', SECRET_KEY_FILE: 'C:\\my keys\\key' },
    switches: [],
    help: false,
  })
})

test('switches take no value and stay arguments of the service', () => {
  expect(readFlags(['--sample', '--open'])).toEqual({ env: {}, switches: ['--sample', '--open'], help: false })
  expect(() => readFlags(['--sample=yes'])).toThrow(InvalidFlag)
})

test.each([[['--prot', '5000']], [['5000']], [['--port']], [['--port', '--sample']]])(
  'wrong flags are refused: %j',
  (args) => {
    expect(() => readFlags(args)).toThrow(InvalidFlag)
  },
)

test('--help lists every setting', () => {
  expect(readFlags(['--port', '1', '--help']).help).toBe(true)
  for (const { name, value } of settings)
    expect(help()).toContain(value === '' ? `--${name.toLowerCase()}` : ` ${name} `)
})

test('every variable that the service reads is listed, and nothing else', () => {
  const listed = settings.filter(({ value }) => value !== '').map(({ name }) => name)
  expect(listed.toSorted()).toEqual([...settingNames].toSorted())
})

test('the service reads the environment in one place', () => {
  const files = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
  const sources = files.filter((name) => /\.(?:ts|mjs)$/.test(name) && !name.includes('.test.'))
  const reads = sources.flatMap((name) => {
    const text = readFileSync(join(root, 'server', name), 'utf8').replaceAll('readConfig(process.env)', '')
    return /process\.env\b|\benv\s*\}\s*=\s*process\b/.test(text) ? [name] : []
  })
  expect(reads).toEqual([])
})
