import { chmodSync, existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartError } from '#server/base/config.ts'
import { readLock, takeLock } from './data-folder-lock.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Leaves a lock of a process that no longer exists. */
const leaveStale = () => {
  const gone = { pid: 2 ** 22 + 1, host: hostname(), started: 'x', at: '2026-01-01', url: null, token: 'old' }
  writeFileSync(join(folder, 'lock.json'), JSON.stringify(gone))
}

test('a lock of a process that has ended is taken over', () => {
  leaveStale()
  const lock = takeLock(folder)
  expect(lock.token).not.toBe('old')
  lock.release()
  expect(readLock(folder)).toBeNull()
})

test('only one of two concurrent starts takes over a stale lock', () => {
  leaveStale()
  const guard = join(folder, 'lock.json.taking')
  writeFileSync(guard, '')
  expect(() => takeLock(folder)).toThrow(/another start/)
  // The process died while holding the guard, which expires soon.
  const before = new Date(Date.now() - 60_000)
  utimesSync(guard, before, before)
  takeLock(folder).release()
  expect(existsSync(guard)).toBe(false)
})

const refusal = (dataDir: string): unknown => {
  try {
    return takeLock(dataDir)
  } catch (error) {
    return error
  }
}

test('a path through a file is reported with a remedy', () => {
  writeFileSync(join(folder, 'file'), '')
  const error = refusal(join(folder, 'file/data'))
  expect(error).toBeInstanceOf(StartError)
  expect(String(error)).toMatch(/cannot be written \(ENOTDIR\).*Set another DATA_DIR/)
})

// root can write everywhere.
test.skipIf(process.getuid?.() === 0 || process.platform === 'win32')(
  'a folder of another user is reported with a remedy',
  () => {
    chmodSync(folder, 0o500)
    expect(refusal(folder)).toBeInstanceOf(StartError)
    expect(String(refusal(folder))).toMatch(/cannot be written \(EACCES\).*Change the owner/)
  },
)

test('a file instead of a folder is reported with its path', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => takeLock(file)).toThrow(`DATA_DIR: ${file} is a file. Set a folder.`)
})
