/**
 * Every caller at every endpoint: permitted ones succeed; others get 401 or 403 and change nothing. The expectations
 * are written here, not derived from the contract, so that an endpoint that is opened by mistake is noticed.
 */
import { sampled } from './random.ts'
import { connect } from 'node:net'
import { allEndpoints } from '#contract/api.ts'
import type { AnyEndpoint } from '#contract/kernel/endpoint.ts'
import { fill, validBody, createKey, password, sender, signIn, type AccountObjects } from './accounts.ts'
import { isWrite, pathAbout } from './endpoints.ts'
import type { Fault, FaultTools, ProxyRequest } from './faulty-proxy.ts'
import { tryGuessing } from './guessing.ts'
import { rowsOf, rowsOfAccount } from './service.ts'
import type { Suite, Tally } from './suite.ts'
import { describeCase, headersOf, anonymous, type Caller, type SuiteContext } from './suite-context.ts'

type Right = 'open' | 'machine' | 'read' | 'write' | 'owner'

const ownersOnly = /^(?:person\.(?:create|edit|remove)|key\.\w+|activity\.list|sample\.\w+)$/
const open = /^(?:setup|session|webchat|hook)\.\w+$|^service\.(?:openapi|docs|schema|live|ready)$/
/** Writes that every role may use: they change nothing, or only the caller's own objects. */
const allowedForViewers = new Set(['tool.check', 'me.password'])

function rightOf({ id, method }: AnyEndpoint): Right {
  if (id.startsWith('admin.')) return 'machine'
  if (open.test(id)) return 'open'
  if (ownersOnly.test(id)) return 'owner'
  return method === 'GET' || allowedForViewers.has(id) ? 'read' : 'write'
}

interface Candidate {
  caller: Caller
  rights: ReadonlySet<Right>
  /** The expected status of a refusal. */
  refusal: 401 | 403
}

const reads: Right[] = ['open', 'read']
const writes: Right[] = [...reads, 'write']

/** Callers with valid credentials, and with every kind of invalid ones. */
async function candidatesOf({ service, agent, one }: SuiteContext): Promise<Candidate[]> {
  const { url } = service.process
  const send = sender(agent, url)
  const expiring = await createKey(send, one.owner, 'expired key', 'write', {
    expires_at: new Date(Date.now() + 1_500).toISOString(),
  })
  const revoked = await createKey(send, one.owner, 'revoked key', 'write')
  await send(one.owner, 'DELETE', `/key/${revoked.id}/`)
  const signedOut = await signIn(send, one.email, 'signed-out session')
  await send(signedOut, 'DELETE', '/session/')
  await new Promise((done) => void setTimeout(done, 2_000))
  const withHeader = (name: string, headers: Record<string, string>, isSession = false): Candidate => ({
    caller: { name, headers, isSession },
    rights: new Set(['open']),
    refusal: 401,
  })
  const known = (caller: Caller, rights: Right[]): Candidate => ({ caller, rights: new Set(rights), refusal: 403 })
  const { authorization = '' } = one.writeKey.headers
  const { cookie = '' } = one.owner.headers
  return [
    known(one.owner, [...writes, 'owner']),
    known(one.operator, writes),
    known(one.viewer, reads),
    known(one.writeKey, writes),
    known(one.readKey, reads),
    withHeader('expired key', expiring.headers),
    withHeader('revoked key', revoked.headers),
    withHeader('signed-out session', signedOut.headers, true),
    withHeader('nobody', {}),
    withHeader('key cut short', { authorization: authorization.slice(0, -1) }),
    withHeader('key with one more character', { authorization: `${authorization}A` }),
    withHeader('key with Basic', { authorization: authorization.replace('Token', 'Basic') }),
    withHeader('empty token', { authorization: 'Token ' }),
    withHeader('cookie cut short', { cookie: cookie.slice(0, -2) }, true),
    withHeader('cookie of another name', { cookie: cookie.replace(/^[^=]+/, 'session') }, true),
  ]
}

/** Not tried with permitted callers: they sign out, or would create hundreds of objects. */
const untestedEndpoints = new Set(['session.remove', 'session.create', 'setup.create', 'hook.receive', 'hook.events'])

/** Open to requests from the same machine, as those of this bench are. */
const publicEndpoints = new Set(['service.metrics'])

async function tryForbidden(context: SuiteContext, tally: Tally, of: AccountObjects, all: readonly Candidate[]) {
  const { service, one } = context
  const rows = async () =>
    rowsOfAccount(rowsOf(await service.backup(false)), one.id).filter((row) => !/^(?:key|session) /.test(row))
  const before = await rows()
  for (const endpoint of sampled(allEndpoints)) {
    const right = rightOf(endpoint)
    if (right === 'open' || publicEndpoints.has(endpoint.id)) continue
    for (const { caller, rights, refusal } of all) {
      if (rights.has(right)) continue
      const expected = right === 'machine' ? 401 : refusal
      const path = pathAbout(endpoint, of)
      const options = { as: caller, body: endpoint.method === 'GET' ? undefined : validBody(endpoint.id, of.objects) }
      const got = await context.call(endpoint.method, path, options)
      tally.check(
        got.status === expected,
        `${endpoint.id} by ${caller.name} returns ${got.status}, not ${expected}`,
        () => describeCase(endpoint.method, path, options, got),
      )
    }
  }
  const after = await rows()
  const changed = after.filter((row) => !before.includes(row))
  tally.check(changed.length === 0 && after.length === before.length, 'refused requests changed the account', () =>
    changed.slice(0, 5).join('\n'),
  )
}

/** A body that is refused after the caller is checked, so that the request changes nothing. */
const badBody = { no_field_of_any_endpoint: true }

async function tryAllowed(context: SuiteContext, tally: Tally, of: AccountObjects, all: readonly Candidate[]) {
  for (const endpoint of sampled(allEndpoints)) {
    if (untestedEndpoints.has(endpoint.id)) continue
    const right = rightOf(endpoint)
    for (const { caller, rights } of all) {
      if (!rights.has(right) || right === 'machine') continue
      const path = pathAbout(endpoint, of)
      const options = {
        as: caller,
        body: endpoint.method === 'GET' ? undefined : badBody,
        // The visitor of a web chat.
        headers: { 'x-visitor': of.visitor },
      }
      const got = await context.call(endpoint.method, path, options)
      const isIn =
        endpoint.method === 'GET' ? got.status === endpoint.success : got.status === 400 || got.status === 409
      tally.check(isIn, `${endpoint.id} by ${caller.name} returns ${got.status}`, () =>
        describeCase(endpoint.method, path, options, got),
      )
    }
  }
}

/** Cross-site requests with the cookie of a signed-in user. */
async function tryPagesOfOthers(context: SuiteContext, tally: Tally, of: AccountObjects) {
  const { one, url } = context
  const { host } = new URL(url)
  const foreignOrigins: [string, Record<string, string>][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['origin null', { origin: 'null' }],
    ['no origin', { origin: '' }],
    ['another port', { origin: 'http://127.0.0.1:1' }],
    ['another scheme', { origin: `https://${host}` }],
    ['a host name with the same beginning', { origin: `http://${host}.evil.example` }],
    ['a user before the host', { origin: `http://${host}@evil.example` }],
    ['a page of another site', { origin: url, 'sec-fetch-site': 'cross-site' }],
    ['a page of the same site', { origin: url, 'sec-fetch-site': 'same-site' }],
  ]
  const writable = allEndpoints.filter((each) => isWrite(each) && ['write', 'owner'].includes(rightOf(each)))
  for (const [what, headers] of foreignOrigins) {
    for (const endpoint of sampled(writable)) {
      const path = pathAbout(endpoint, of)
      const as = { ...one.owner, isSession: false }
      const options = { as, headers, body: badBody }
      const got = await context.call(endpoint.method, path, options)
      tally.check(got.status === 403, `a write with a cookie from ${what} returns ${got.status}`, () =>
        describeCase(endpoint.method, path, options, got),
      )
    }
  }
}

/** Sends bytes and returns the status line. */
function rawStatus(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((done) => {
    let text = ''
    const socket = connect(Number(port), hostname, () => socket.write(bytes))
    const timeout = setTimeout(() => socket.destroy(), 10_000)
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
      if (text.includes('\r\n\r\n')) socket.destroy()
    })
    socket.on('error', () => {})
    socket.once('close', () => {
      clearTimeout(timeout)
      done(text.split('\r\n')[0] ?? '')
    })
  })
}

/** Foreign host names that resolve to the service. */
async function tryHosts({ one, url }: SuiteContext, tally: Tally) {
  const { host } = new URL(url)
  const key = `authorization: ${one.readKey.headers['authorization'] ?? ''}\r\nconnection: close\r\n\r\n`
  const requests: [string, string][] = [
    ['another Host', `GET /api/flow/ HTTP/1.1\r\nhost: evil.example\r\n${key}`],
    ['no Host', `GET /api/flow/ HTTP/1.1\r\n${key}`],
    ['an empty Host', `GET /api/flow/ HTTP/1.1\r\nhost: \r\n${key}`],
    ['two Hosts', `GET /api/flow/ HTTP/1.1\r\nhost: ${host}\r\nhost: evil.example\r\n${key}`],
    ['two Hosts, the other one first', `GET /api/flow/ HTTP/1.1\r\nhost: evil.example\r\nhost: ${host}\r\n${key}`],
    ['an absolute target of another host', `GET http://evil.example/api/flow/ HTTP/1.1\r\nhost: ${host}\r\n${key}`],
    ['a Host with a user', `GET /api/flow/ HTTP/1.1\r\nhost: ${host}@evil.example\r\n${key}`],
    ['a Host with the same beginning', `GET /api/flow/ HTTP/1.1\r\nhost: 127.0.0.1.evil.example\r\n${key}`],
  ]
  for (const [what, bytes] of requests) {
    const status = await rawStatus(url, bytes)
    tally.check(
      / (?:400|421) /.test(status),
      `a request with ${what} is accepted`,
      () => `${JSON.stringify(bytes.split('authorization')[0])} → ${status}`,
    )
  }
}

const signedAs = (caller: Caller, { headers, ...rest }: ProxyRequest): ProxyRequest => {
  const { cookie: _cookie, authorization: _authorization, ...others } = headers
  return { ...rest, headers: { ...others, ...headersOf(caller, `http://${headers['host'] ?? ''}`) } }
}

const isKey = (caller: Caller, { headers }: ProxyRequest) =>
  headers['authorization'] === caller.headers['authorization']

const faults: Fault[] = [
  {
    name: 'lets a read-only key write',
    request: (passing: ProxyRequest, { one }: FaultTools) =>
      isKey(one.readKey, passing) ? signedAs(one.writeKey, passing) : passing,
  },
  {
    name: 'treats anonymous callers as the owner',
    request: (passing, { one }) =>
      passing.headers['authorization'] === undefined && passing.headers['cookie'] === undefined
        ? signedAs(one.owner, passing)
        : passing,
  },
  {
    name: 'does not check the origin of a write',
    request: (passing) => ({
      ...passing,
      headers: {
        ...passing.headers,
        origin: `http://${passing.headers['host'] ?? ''}`,
        'sec-fetch-site': 'same-origin',
      },
    }),
  },
]

export const authorization: Suite = {
  name: 'authorization',
  faults,
  async run(context, tally) {
    const { service, agent, one } = context
    const of = await fill(agent, service.process.url, one)
    const all = await candidatesOf(context)
    await tryForbidden(context, tally, of, all)
    await tryAllowed(context, tally, of, all)
    await tryPagesOfOthers(context, tally, of)
    await tryHosts(context, tally)
    await tryGuessing(context, tally)
    // The correct password still works.
    const again = await context.call('POST', '/session/', { as: anonymous, body: { email: one.email, password } })
    tally.check(again.status === 201, 'the owner cannot sign in afterwards', () => again.text)
  },
}
