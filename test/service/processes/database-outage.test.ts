/** A database outage under load: requests are answered or told to retry, and the process survives. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { eachDatabase } from '#test/service/support/harness.ts'

const Count = z.object({ count: z.int() })

eachDatabase('database outage', { differs: 'locks', ownApp: true }, (service) => {
  test.runIf(process.env['TEST_DATABASE_URL'])('loses no acknowledged write when connections are lost', async () => {
    if (service.kind === 'pglite') return
    const { pool } = service.app.services.database
    const as = service.one.writeKey
    const statuses = new Set<number>()
    let createdCount = 0
    const state = { cutting: true }
    const write = async () => {
      while (state.cutting) {
        const response = await service.request('POST', '/flow/', {
          as,
          body: { name: 'cut' },
          headers: { 'idempotency-key': randomUUID() },
        })
        statuses.add(response.status)
        if (response.status === 201) createdCount += 1
        else expect(response.headers.get('retry-after')).not.toBeNull()
        statuses.add((await service.request('GET', '/flow/?limit=1', { as })).status)
      }
    }
    const writers = Promise.all(Array.from({ length: 8 }, write))
    for (let cut = 0; cut < 20; cut += 1)
      await pool
        .query(
          'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
        )
        .catch(() => undefined)
    state.cutting = false
    await writers
    expect([...statuses].filter((status) => ![200, 201, 503].includes(status))).toEqual([])
    const { count } = (await service.request('GET', '/flow/?search=cut', { as })).as(Count)
    // A write whose commit response was lost may also exist.
    expect(count).toBeGreaterThanOrEqual(createdCount)
    expect((await service.request('GET', '/health/ready')).status).toBe(200)
  })

  test.runIf(process.env['TEST_DATABASE_URL'])(
    'ends only the transaction whose connection is lost between two statements',
    async () => {
      if (service.kind === 'pglite') return
      const { pool } = service.app.services.database
      const client = await pool.connect()
      const ended = new Promise<void>((done) => void client.once('end', () => done()))
      const { rows } = await client.query('select pg_backend_pid() as pid')
      await client.query('begin')
      await pool.query('select pg_terminate_backend($1)', [z.array(z.object({ pid: z.int() })).parse(rows)[0]?.pid])
      await ended
      await expect(client.query('select 1')).rejects.toThrow(/not queryable|terminated|closed/)
      client.release(true)
      expect((await service.request('GET', '/health/ready')).status).toBe(200)
    },
  )

  test('rolls back the transaction of a broken connection', async () => {
    const { pool } = service.app.services.database
    const client = await pool.connect()
    await client.query('begin')
    await client.query("insert into installation (name, value) values ('half', 'written')")
    client.release(true)
    const { rows } = await pool.query("select 1 from installation where name = 'half'")
    expect(rows).toEqual([])
    expect((await service.request('GET', '/me/', { as: service.one.owner })).status).toBe(200)
  })
})
