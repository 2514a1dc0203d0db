/** The reference service behind the console's proxy: cookie sessions, reads, writes and events. */
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { readEvents } from '#test/service/support/event-reader.ts'
import { eachDatabase, password } from '#test/service/support/harness.ts'
import { sendRequest, startConsole } from '#test/service/support/proxy-harness.ts'

eachDatabase('behind the proxy', (service) => {
  test('signs in, reads and writes with the cookie of the service', async () => {
    const { origin, stop } = await startConsole(`${service.origin}/api`, { cookies: true })
    const headers = { origin, 'content-type': 'application/json' }
    const { email } = service.one.owner
    const signedIn = await sendRequest(origin, 'POST', '/api/session/', {
      headers,
      body: JSON.stringify({ email, password }),
    })
    expect(signedIn.status).toBe(201)
    const line = signedIn.headers['set-cookie']?.[0] ?? ''
    expect(line).toMatch(/^api\.[\w.]+=.*Path=\/api;.*HttpOnly/i)
    const cookie = line.split(';')[0] ?? ''
    const me = await sendRequest(origin, 'GET', '/api/me/', { headers: { cookie } })
    expect([me.status, me.text.includes(email)]).toEqual([200, true])
    const write = { headers: { ...headers, cookie }, body: '{"name":"By the proxy"}' }
    const created = await sendRequest(origin, 'POST', '/api/flow/', write)
    expect([created.status, created.headers.location]).toEqual([201, expect.stringMatching(/^\/api\/flow\/flw_\w+\/$/)])
    const flow = await sendRequest(origin, 'GET', created.headers.location ?? '', { headers: { cookie } })
    const unchanged = { cookie, 'if-none-match': flow.headers.etag ?? '' }
    expect((await sendRequest(origin, 'GET', created.headers.location ?? '', { headers: unchanged })).status).toBe(304)
    expect((await sendRequest(origin, 'GET', '/api/me/')).status).toBe(401)
    await stop()
  })

  test('forwards events live, and resumes after Last-Event-ID', async () => {
    const { origin, stop } = await startConsole(`${service.origin}/api`, { cookies: true })
    const { headers } = service.one.readKey
    const createFlow = async (name: string) =>
      (await service.request('POST', '/flow/', { as: service.one.owner, body: { name } })).as(
        z.object({ id: z.string() }),
      ).id
    const until = (check: () => void) => vi.waitFor(check, { timeout: 20_000, interval: 20 })
    const first = await readEvents(`${origin}/api/event/`, headers)
    await until(() => expect(first.received[0]?.event).toBe('reset'))
    const flow = await createFlow('Through the proxy')
    // Events of earlier tests may still arrive.
    await until(() => expect(first.changes().at(-1)?.id).toBe(flow))
    first.close()
    await createFlow('While nobody listens')
    const id = first.received.at(-1)?.id ?? ''
    const again = await readEvents(`${origin}/api/event/`, { ...headers, 'last-event-id': id })
    await until(() => expect(again.received.map(({ event }) => event)).toEqual(['change']))
    again.close()
    await stop()
  })
})
