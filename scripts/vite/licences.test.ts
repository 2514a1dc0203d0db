import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { licencesOf } from './licences.mjs'
import { root } from '#scripts/program.mjs'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** Packages by their path: package.json, and the text of a licence. */
function installed(packages: Record<string, { about: object; licence?: string }>): string {
  const folder = mkdtempSync(join(tmpdir(), 'licences-'))
  folders.push(folder)
  for (const [path, { about, licence }] of Object.entries(packages)) {
    mkdirSync(join(folder, path), { recursive: true })
    writeFileSync(join(folder, path, 'package.json'), JSON.stringify(about))
    if (licence !== undefined) writeFileSync(join(folder, path, 'LICENSE.md'), licence)
  }
  return folder
}

test('lists the dependencies and their dependencies once each, and nothing else', () => {
  const folder = installed({
    '': { about: { dependencies: { a: '*', '@s/b': '*' }, devDependencies: { tool: '*' } } },
    'node_modules/a': { about: { version: '1.0.0', license: 'MIT', dependencies: { c: '*' } }, licence: 'Text of a\n' },
    'node_modules/@s/b': { about: { version: '2.0.0', license: { type: 'ISC' }, dependencies: { c: '*', a: '*' } } },
    'node_modules/@s/b/node_modules/c': { about: { version: '3.1.0' } },
    'node_modules/c': { about: { version: '3.0.0', licenses: [{ type: 'MIT' }, { type: 'Apache-2.0' }] } },
    'node_modules/tool': { about: { version: '9.0.0', license: 'MIT' } },
  })
  expect(licencesOf(folder)).toEqual([
    { name: '@s/b', version: '2.0.0', licence: 'ISC', text: '' },
    { name: 'a', version: '1.0.0', licence: 'MIT', text: 'Text of a' },
    { name: 'c', version: '3.0.0', licence: 'MIT OR Apache-2.0', text: '' },
    { name: 'c', version: '3.1.0', licence: 'not stated', text: '' },
  ])
})

test('a missing package is reported by name', () => {
  expect(() => licencesOf(installed({ '': { about: { dependencies: { gone: '*' } } } }))).toThrow(/gone/)
})

test('every dependency in package.json is listed with its licence', () => {
  const about: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const list = licencesOf(root)
  expect(about).toHaveProperty('dependencies')
  for (const name of ['react', 'zod', 'pg', '@fontsource/ibm-plex-mono', 'hono'])
    expect(list.find((each) => each.name === name)?.text, name).toMatch(/copyright|licen[cs]e/i)
  expect(list.filter((each) => each.licence === 'not stated')).toEqual([])
  expect(list.length).toBeGreaterThan(40)
})
