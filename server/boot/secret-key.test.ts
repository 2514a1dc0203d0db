import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readConfig } from '#server/base/config.ts'
import { secretKeyOf } from './secret-key.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'key-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const key = () => secretKeyOf(readConfig({ DATA_DIR: folder }))

test('a key is created once, and only this user can read it', () => {
  const made = key()
  expect(key()).toBe(made)
  expect(readFileSync(join(folder, 'secret-key'), 'utf8').trim()).toBe(made)
  expect(statSync(join(folder, 'secret-key')).mode & 0o777).toBe(0o600)
})

test.each(['', '\n', 'abc'])('a file with an incomplete key (%j) is refused', (text) => {
  writeFileSync(join(folder, 'secret-key'), text)
  expect(key).toThrow(/damaged/)
})
