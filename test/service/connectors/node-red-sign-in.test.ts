/** Signing in to Node-RED through the console: tokens, passwords, and instances without sign-in. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { Failure, folder, orders, startNodeRed, token } from './node-red-server.ts'
import { consoleOf, recordedProduct, recording, stopAll } from './support.ts'

afterAll(stopAll)
const nodeRed = await startNodeRed()
beforeEach(() => nodeRed.restore())

test('asks for a key only if Node-RED does', async () => {
  const { status, json } = await nodeRed.console.ask('GET /me/')
  expect(status).toBe(401)
  expect(json).toMatchObject({
    code: 'not_authenticated',
    detail: 'Sign in to Node-RED with your key.',
    sign_in: { kind: 'node-red', title: 'Node-RED', url: null },
  })
  const open = await recordedProduct(folder, {
    only: (name) => ['login-none', 'settings-none', 'flows'].includes(name),
  })
  const front = await consoleOf(open.origin)
  expect((await front.ask('GET /me/')).json).toMatchObject({
    person: null,
    role: 'owner',
    service: { version: '5.0.7' },
  })
  expect((await front.ask('GET /flow/')).json).toMatchObject({ count: 3 })
  // A password that nobody asked for is no obstacle.
  open.replace('POST /auth/token', recording(folder, 'error-404-token'))
  expect((await front.ask('GET /flow/', { key: 'owner:any' })).json).toMatchObject({ count: 3 })
})

test('a wrong token is refused with the way to sign in', async () => {
  const { status, json } = await nodeRed.ask('GET /flow/', undefined, 'wrong')
  expect(status).toBe(401)
  expect(json).toMatchObject({ code: 'not_authenticated', sign_in: { kind: 'node-red' } })
})

test('exchanges a password for a token once, and sends the password nowhere else', async () => {
  const password = 'owner:pass:word'
  expect((await nodeRed.ask('GET /flow/', undefined, password)).status).toBe(200)
  expect((await nodeRed.ask(`GET /flow/${orders}/`, undefined, password)).status).toBe(200)
  const exchanges = nodeRed.product.requests.filter(({ target }) => target === '/auth/token')
  expect(exchanges.map(({ body }) => Object.fromEntries(new URLSearchParams(body)))).toEqual([
    recording(folder, 'token').body,
  ])
  const others = nodeRed.product.requests.filter(({ target }) => target !== '/auth/token')
  const asked = others.filter(({ target }) => target === '/flows')
  expect(asked.map(({ headers }) => headers.authorization)).toContain(`Bearer ${token}`)
  expect(JSON.stringify(others)).not.toContain('pass:word')
  expect(nodeRed.console.log()).not.toContain('pass:word')
})

test('a wrong password is tried once, so that Node-RED does not lock the user out', async () => {
  nodeRed.product.replace('POST /auth/token', recording(folder, 'error-403-token'))
  for (let n = 0; n < 3; n += 1) {
    const { status, json } = await nodeRed.ask('GET /flow/', undefined, 'owner:wrong')
    expect([status, Failure.parse(json).detail]).toEqual([401, 'Node-RED did not accept this user and password.'])
  }
  expect(nodeRed.product.asked.filter((one) => one === 'POST /auth/token')).toHaveLength(1)
})

test('says that a user is locked out', async () => {
  nodeRed.product.replace('POST /auth/token', recording(folder, 'error-token-too-many'))
  const { status, json } = await nodeRed.ask('GET /flow/', undefined, 'nobody:wrong')
  expect([status, Failure.parse(json).code]).toEqual([429, 'throttled'])
})

test('signs in again when Node-RED has forgotten the token', async () => {
  const key = 'owner:second'
  let isForgotten = false
  expect((await nodeRed.ask('GET /flow/', undefined, key)).status).toBe(200)
  for (const request of ['GET /flows', 'GET /settings'])
    nodeRed.product.replace(request, (_, response) => {
      const { status, answer } = recording(
        folder,
        isForgotten ? 'error-401-wrong-key' : request === 'GET /flows' ? 'flows' : 'settings',
      )
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })
  nodeRed.product.replace('POST /auth/token', (_, response) => {
    isForgotten = false
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify(recording(folder, 'token').answer))
  })
  isForgotten = true
  expect((await nodeRed.ask(`GET /flow/${orders}/`, undefined, key)).status).toBe(200)
  expect(isForgotten).toBe(false)
})

test('a user without rights to write stays signed in, and is told', async () => {
  const { status: refused, answer } = recording(folder, 'error-401-reader-write')
  nodeRed.product.replace('POST /flows', { status: refused, answer })
  nodeRed.product.replace('GET /settings', recording(folder, 'settings-reader'))
  const key = 'reader:read'
  expect((await nodeRed.ask('GET /me/', undefined, key)).json).toMatchObject({ role: 'viewer', scopes: ['read'] })
  const { status, json } = await nodeRed.ask(`POST /flow/${orders}/pause/`, {}, key)
  expect([status, Failure.parse(json).code]).toEqual([403, 'permission_denied'])
})
