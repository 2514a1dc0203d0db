import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeLog } from '#server/base/log.ts'
import { makeQueueTables } from '#server/engine/queue/queue.ts'
import { openEmbedded } from '#server/store/db/pglite.ts'

const log = makeLog('silent', false)
const open = (folder: string) => openEmbedded(folder, log, () => {}, makeQueueTables)

let parent = ''
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'pglite-'))
})
afterEach(() => rmSync(parent, { recursive: true, force: true }))

test('refuses a folder without PG_VERSION, and does not modify it', async () => {
  const folder = join(parent, 'database')
  mkdirSync(join(folder, 'base'), { recursive: true })
  writeFileSync(join(folder, 'base/1'), 'rows of somebody')
  await expect(open(folder)).rejects.toThrow(/damaged: PG_VERSION is missing/)
  expect(readFileSync(join(folder, 'base/1'), 'utf8')).toBe('rows of somebody')
  expect(existsSync(join(folder, 'PG_VERSION'))).toBe(false)
})

test('repeats an interrupted first start, and keeps the folder afterwards', async () => {
  const folder = join(parent, 'database')
  mkdirSync(join(folder, 'base'), { recursive: true })
  writeFileSync(join(folder, 'base/half'), 'half')
  writeFileSync(`${folder}.making`, '')
  await (await open(folder)).close()
  expect(existsSync(join(folder, 'base/half'))).toBe(false)
  expect(existsSync(`${folder}.making`)).toBe(false)
  writeFileSync(join(folder, 'kept'), 'kept')
  await (await open(folder)).close()
  expect(existsSync(join(folder, 'kept'))).toBe(true)
})
