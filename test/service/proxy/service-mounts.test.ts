/** A console in front of several services: paths, keys, redirects, cookies, and services that hang or refuse. */
import type { RequestListener } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import type { ServiceEntry } from '#server/base/services-file.ts'
import { withServices } from '#server/proxy/service-mounts.ts'
import {
  openResponse,
  sendRequest,
  startPlainServer,
  startServicesConsole,
} from '#test/service/support/proxy-harness.ts'

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
})

const entryOf = (id: string, base: string, more: Partial<ServiceEntry> = {}): ServiceEntry => ({
  id,
  name: `Service ${id}`,
  kind: null,
  base: new URL(base),
  publicUrl: null,
  key: null,
  signIn: { kind: 'bearer', header: '' },
  cookies: false,
  headers: [],
  ...more,
})

async function startOne(listener: RequestListener) {
  const service = await startPlainServer(listener)
  stops.push(service.stop)
  return service.origin
}

async function startFront(entries: readonly ServiceEntry[], options: { maxOpen?: number } = {}) {
  const front = await startServicesConsole(entries, options)
  stops.push(front.stop)
  return front.origin
}

/** A service that answers with what it received. */
const echo: RequestListener = ({ url, headers }, response) =>
  void response.setHeader('content-type', 'application/json').end(JSON.stringify({ url, headers }))

/** A port on which no service listens. */
async function refusingOrigin(): Promise<string> {
  const service = await startPlainServer(echo)
  await service.stop()
  return service.origin
}

test('each service has its own path; other paths and /api belong to none', async () => {
  const first = await startOne(echo)
  const second = await startOne(echo)
  const front = await startFront([entryOf('a', `${first}/v1/`), entryOf('a-b', second)])
  expect((await sendRequest(front, 'GET', '/services/a/api/flow/?x=1')).text).toContain('"url":"/v1/flow/?x=1"')
  expect((await sendRequest(front, 'GET', '/services/a-b/api/flow/')).text).toContain('"url":"/flow/"')
  for (const path of ['/api/flow/', '/services/c/api/flow/', '/services/a/flow/', '/services/a/apix/', '/services/'])
    expect((await sendRequest(front, 'GET', path)).status, path).toBe(404)
})

test.each(['/services/a/../b/api/flow/', '/services/a/api/../../b/api/', '/services/a/api/%2e%2e/x'])(
  '%s reaches no service',
  async (path) => {
    let received = 0
    const origin = await startOne((_request, response) => {
      received += 1
      response.end('{}')
    })
    const front = await startFront([entryOf('a', `${origin}/a`), entryOf('b', `${origin}/b`)])
    expect((await sendRequest(front, 'GET', path)).status).toBeGreaterThanOrEqual(400)
    expect(received).toBe(0)
  },
)

test('a key of the environment goes to its service alone, and only if the browser sends none', async () => {
  const origins = [await startOne(echo), await startOne(echo), await startOne(echo)]
  const [one = '', two = '', three = ''] = origins
  const front = await startFront([
    entryOf('a', one, { key: 'key-of-a' }),
    entryOf('b', two),
    entryOf('c', three, { key: 'key-of-c', signIn: { kind: 'header', header: 'X-Team-Key' }, headers: ['x-team-key'] }),
  ])
  const received = async (id: string, headers = {}) =>
    (await sendRequest(front, 'GET', `/services/${id}/api/me/`, { headers })).text
  expect(await received('a')).toContain('"authorization":"Bearer key-of-a"')
  expect(await received('b')).not.toContain('key-of')
  expect(await received('c')).toContain('"x-team-key":"key-of-c"')
  const typed = await received('a', { authorization: 'Bearer typed' })
  expect(typed).toContain('Bearer typed')
  expect(typed).not.toContain('key-of-a')
})

test('redirects and cookies stay below the path of the service', async () => {
  const origin = await startOne((_request, response) => {
    response.writeHead(302, { location: '/v1/flow/2/', 'set-cookie': 'sid=1; Path=/v1' }).end()
  })
  const front = await startFront([entryOf('a', `${origin}/v1`, { cookies: true })])
  const { status, headers } = await sendRequest(front, 'GET', '/services/a/api/flow/1/')
  expect([status, headers.location]).toEqual([302, '/services/a/api/flow/2/'])
  expect(headers['set-cookie']).toEqual(['api.sid=1; Path=/services/a/api; SameSite=Lax'])
})

test('a service that hangs and one that refuses hold up nothing of the third', async () => {
  const silent = await startOne(() => undefined)
  const good = await startOne(echo)
  const refusing = await refusingOrigin()
  const front = await startFront([entryOf('silent', silent), entryOf('refusing', refusing), entryOf('good', good)], {
    maxOpen: 50,
  })
  const pending = Array.from({ length: 60 }, () => openResponse(front, 'GET', '/services/silent/api/flow/'))
  const outcomes = pending.map((one) =>
    one.then(
      (response) => response.statusCode,
      () => 'ended',
    ),
  )
  const refused = await sendRequest(front, 'GET', '/services/refusing/api/flow/')
  expect(refused.error()).toMatchObject({ code: 'upstream_unreachable' })
  expect(refused.error().detail).toContain('the address of “Service refusing” in SERVICES_FILE')
  const times: number[] = []
  for (let at = 0; at < 20; at += 1) {
    const started = performance.now()
    expect((await sendRequest(front, 'GET', '/services/good/api/flow/')).status).toBe(200)
    times.push(performance.now() - started)
  }
  expect(Math.max(...times)).toBeLessThan(1_000)
  // Beyond the limit of one service, requests are refused at once instead of waiting as well.
  const first = await Promise.race(outcomes)
  expect(first).toBe(503)
})

test('the page lists names and paths of the services, never an address or a key', () => {
  const entries = [entryOf('a', 'http://10.0.0.7:5678', { name: 'A "&<b>', key: 'secret-1', kind: 'n8n' })]
  const page = withServices(entries)('<meta name="services" content="" /><p>$&</p>')
  expect(page).toContain('&quot;id&quot;:&quot;a&quot;')
  expect(page).toContain('A \\&quot;&amp;&lt;b&gt;')
  expect(page).toContain('/services/a/api')
  expect(page).not.toMatch(/10\.0\.0\.7|secret-1/)
  expect(page).toContain('<p>$&</p>')
})
