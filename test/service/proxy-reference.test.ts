/** The reference service behind the console's proxy: signing in by its cookie, reading and writing. */
import { expect, test } from 'vitest'
import { eachDatabase, password } from './harness.ts'
import { ask, startConsole } from './proxy-harness.ts'

eachDatabase('behind the proxy', (service) => {
  test('people sign in, read and write by the cookie of the service', async () => {
    const { origin, stop } = await startConsole(`${service.origin}/api`, { cookies: true })
    const headers = { origin, 'content-type': 'application/json' }
    const { email } = service.one.owner
    const signedIn = await ask(origin, 'POST', '/api/session/', { headers, body: JSON.stringify({ email, password }) })
    expect(signedIn.status).toBe(201)
    const line = signedIn.headers['set-cookie']?.[0] ?? ''
    expect(line).toMatch(/^api\.[\w.]+=.*Path=\/api;.*HttpOnly/i)
    const cookie = line.split(';')[0] ?? ''
    const me = await ask(origin, 'GET', '/api/me/', { headers: { cookie } })
    expect([me.status, me.text.includes(email)]).toEqual([200, true])
    const write = { headers: { ...headers, cookie }, body: '{"name":"By the proxy"}' }
    const made = await ask(origin, 'POST', '/api/flow/', write)
    expect([made.status, made.headers.location]).toEqual([201, expect.stringMatching(/^\/api\/flow\/flw_\w+\/$/)])
    const flow = await ask(origin, 'GET', made.headers.location ?? '', { headers: { cookie } })
    const unchanged = { cookie, 'if-none-match': flow.headers.etag ?? '' }
    expect((await ask(origin, 'GET', made.headers.location ?? '', { headers: unchanged })).status).toBe(304)
    expect((await ask(origin, 'GET', '/api/me/')).status).toBe(401)
    await stop()
  })
})
