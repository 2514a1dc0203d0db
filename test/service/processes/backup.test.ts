/** Content of a backup, and what it must not contain. */
import { expect, test } from 'vitest'
import { backupLines } from '#server/backup/backup.ts'
import { backupTables, leftOut } from '#server/backup/tables.ts'
import { eachDatabase } from '#test/service/support/harness.ts'

const canary = 'canary-secret-0123456789'

eachDatabase('backup', { differs: 'migrations', ownApp: true }, (service) => {
  const lines = async (withSecrets: boolean) => {
    const { database, secretKey, now } = service.app.services
    let text = ''
    for await (const part of backupLines(database.pool, { withSecrets, secretKey, now: now() })) text += part
    return text
  }

  test('includes every table, or lists it as excluded', async () => {
    const { rows } = await service.app.services.database.pool.query<{ name: string }>(
      "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
    )
    expect(rows.map(({ name }) => name).toSorted()).toEqual([...backupTables, ...leftOut].toSorted())
  })

  test('excludes secrets, or includes them encrypted on request', async () => {
    const body = {
      name: 'Secret',
      key: 'canary',
      category: 'global',
      config: { value: canary, type: 'string', secret: true },
    }
    expect((await service.request('POST', '/tool/', { as: service.one.owner, body })).status).toBe(201)
    const without = await lines(false)
    expect(without).not.toContain(canary)
    expect(without).toContain(String.raw`{\"set\": false}`)
    const cookie = service.one.owner.headers['cookie'] ?? ''
    expect(without).not.toContain(decodeURIComponent(cookie.split('=')[1] ?? '').split('.')[0])
    const encrypted = await lines(true)
    expect(encrypted).not.toContain(canary)
    expect(encrypted).toContain(String.raw`\"set\": true`)
    expect(encrypted.length).toBeGreaterThan(without.length)
  })
})
