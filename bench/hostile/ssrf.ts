/**
 * SSRF: internal addresses in every form, in every feature that sends requests. No server on this machine may receive
 * a request, and the response must not reveal whether a port is open.
 */
import { sized } from '#bench/harness.ts'
import { hostname } from 'node:os'
import { z } from 'zod'
import { flowOf } from './accounts.ts'
import type { Fault } from './faulty-proxy.ts'
import { disguisedUrls, loopback, networks } from './internal-addresses.ts'
import { listenOn, type Listener } from './listener.ts'
import { runInParallel, sampled, sampleEvenly } from './random.ts'
import { allowedHost } from './service.ts'
import type { Suite, Tally } from './suite.ts'
import { describeCase, type CallOptions, type SuiteContext } from './suite-context.ts'

/** Server that responds with JSON, or redirects to `location` with the status in the path. */
const listenAt = (host: string, location: () => string | null = () => null): Promise<Listener> =>
  listenOn(host, (request, response) => {
    const to = location()
    const status = Number(/^\/(30\d)/.exec(request.url ?? '')?.[1] ?? 302)
    if (to === null) response.writeHead(200, { 'content-type': 'application/json' }).end('{"inside": true}')
    else response.writeHead(status, { location: to }).end()
  })

const Created = z.looseObject({ id: z.string() })
const TrialResult = z.looseObject({
  ok: z.boolean(),
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
})

interface InternalServer {
  ports: number[]
  receivedRequests: () => string[]
}

/** Checks that no listener received a request since the last check. */
function checkReceived(tally: Tally, internal: InternalServer, kind: string, how: () => string): void {
  const receivedRequests = internal.receivedRequests()
  tally.check(
    receivedRequests.length === 0,
    `${kind} reaches an internal address`,
    () => `${how()}: ${receivedRequests.join(', ')}`,
  )
}

interface OutgoingPath {
  name: string
  /** Tries to make the service request this address; `worked` = it reports success. */
  request: (url: string) => Promise<{ worked: boolean; message: string; code: string }>
}

async function create(context: SuiteContext, path: string, body: unknown): Promise<string> {
  const response = await context.call('POST', path, { as: context.one.writeKey, body })
  return Created.safeParse(response.body).data?.id ?? ''
}

async function tryTool(context: SuiteContext, id: string, input: unknown, what: string) {
  const options: CallOptions = { as: context.one.writeKey, body: { input }, timeoutMs: 30_000 }
  let response = await context.call('POST', `/tool/${id}/try/`, options)
  for (let again = 0; response.status === 429 && again < 20; again += 1) {
    await new Promise((done) => void setTimeout(done, 300))
    response = await context.call('POST', `/tool/${id}/try/`, options)
  }
  const tried = TrialResult.safeParse(response.body).data
  return {
    worked: tried?.ok === true,
    code: tried?.error?.code ?? String(response.status),
    message: `${what}: ${describeCase('POST', `/tool/${id}/try/`, options, response)}`,
  }
}

/** Every part of the product that sends requests to a user-defined address. */
async function outgoingPathsOf(context: SuiteContext): Promise<OutgoingPath[]> {
  const { one } = context
  const api = (config: object) => ({
    name: 'Inside',
    category: 'api',
    config: { method: 'GET', timeout_ms: 3_000, ...config },
  })
  const byInput = await create(context, '/tool/', api({ url: '{{ input.url }}' }))
  const channel = async (body: object) => {
    const made = await create(context, '/channel/', body)
    if (made === '') return { worked: false, message: 'was not created', code: 'invalid' }
    const response = await context.call('POST', `/channel/${made}/test/`, { as: one.writeKey, timeoutMs: 40_000 })
    await context.call('DELETE', `/channel/${made}/`, { as: one.writeKey })
    return {
      worked: response.text.includes('"status":"connected"'),
      message: response.text.slice(0, 200),
      code: 'channel',
    }
  }
  return [
    {
      name: 'a tool',
      request: async (url) => {
        const id = await create(context, '/tool/', api({ url }))
        return id === '' ? { worked: false, message: url, code: 'invalid' } : tryTool(context, id, {}, url)
      },
    },
    { name: 'a tool with the address as input', request: (url) => tryTool(context, byInput, { url }, url) },
    {
      name: 'a node of a run',
      request: async (url) => {
        const file = flowOf('Inside', { kind: 'manual' }, [
          { id: 'n0', type: 'api', name: 'Call', config: { method: 'GET', url, timeout_ms: 3_000 } },
        ])
        const id = await create(context, '/flow/import/', { template: file })
        const run = await create(context, `/flow/${id}/run/`, { is_test: true })
        if (run === '') return { worked: false, message: `${url}: does not start`, code: 'invalid' }
        for (let look = 0; look < 200; look += 1) {
          const response = await context.call('GET', `/billing/runs/${run}/`, { as: one.writeKey })
          const { status } = z.looseObject({ status: z.string() }).parse(response.body)
          if (!['queued', 'running', 'waiting'].includes(status))
            return { worked: status === 'succeeded', message: `${url}: run ${run} ${status}`, code: status }
          await new Promise((done) => void setTimeout(done, 50))
        }
        return { worked: false, message: `${url}: run ${run} does not end`, code: 'endless' }
      },
    },
    {
      name: 'a Slack channel',
      request: (url) =>
        channel({
          type: 'slack',
          name: 'Inside',
          config: { api_base: url },
          credentials: { bot_token: 'xoxb-1', signing_secret: 's' },
        }),
    },
    {
      name: 'a Telegram channel',
      request: (url) =>
        channel({
          type: 'telegram',
          name: 'Inside',
          config: { api_base: url },
          credentials: { bot_token: '1234567890:AA' },
        }),
    },
    {
      name: 'a mail channel',
      request: (url) => {
        const { hostname: host, port } = URL.canParse(url) ? new URL(url) : { hostname: url.slice(0, 200), port: '25' }
        const server = {
          host: host.replaceAll(/[[\]]/g, '') || 'x',
          port: Number(port) || 25,
          secure: false,
          user: 'a',
        }
        return channel({
          type: 'email',
          name: 'Inside',
          config: { address: 'a@b.example', smtp: server, imap: server },
          credentials: { smtp_password: 'x', imap_password: 'x' },
        })
      },
    },
  ]
}

async function tryAddresses(
  context: SuiteContext,
  tally: Tally,
  internal: InternalServer,
  outgoingPaths: readonly OutgoingPath[],
) {
  const { isQuick } = context
  const urls = [
    ...internal.ports.flatMap((port) =>
      [...loopback, ...(port === internal.ports[0] ? networks : [])].map((host) => `http://${host}:${port}/inside`),
    ),
    ...loopback.slice(0, 4).map((host) => `https://${host}:${internal.ports[0]}/inside`),
    ...disguisedUrls(internal.ports[0] ?? 0),
  ]
  for (const outgoingPath of outgoingPaths) {
    const few = outgoingPath.name.includes('channel') ? sampleEvenly(urls, 24) : urls
    await runInParallel(isQuick ? sampleEvenly(few, sized(6, 2)) : few, 3, async (url) => {
      const { worked, message } = await outgoingPath.request(url)
      tally.check(!worked, `${outgoingPath.name} calls an internal address`, () => message)
    })
    checkReceived(tally, internal, outgoingPath.name, () => 'one of the tried addresses')
  }
}

/** An allowed address that redirects to a forbidden one. */
async function tryRedirects(
  context: SuiteContext,
  tally: Tally,
  internal: InternalServer,
  outgoingPaths: readonly OutgoingPath[],
) {
  const targets = internal.ports.flatMap((port) => [
    `http://127.0.0.1:${port}/inside`,
    `http://localhost:${port}/inside`,
    `http://[::1]:${port}/inside`,
    `//127.0.0.1:${port}/inside`,
    'file:///etc/passwd',
    'http://169.254.169.254/latest/meta-data/',
  ])
  let target = ''
  const redirector = await listenAt(allowedHost, () => target)
  try {
    for (const to of sampled(targets))
      for (const status of context.isQuick ? [302] : [301, 302, 303, 307, 308])
        for (const outgoingPath of outgoingPaths.slice(0, 3)) {
          target = to
          const { worked, message } = await outgoingPath.request(`http://${allowedHost}:${redirector.port}/${status}`)
          tally.check(
            !worked || !message.includes('"inside"'),
            `${outgoingPath.name} follows a redirect to an internal address`,
            () => `${status} to ${to}: ${message}`,
          )
          checkReceived(tally, internal, `a redirect of ${outgoingPath.name}`, () => `${status} to ${to}`)
        }
    tally.check(
      redirector.receivedRequests.length > 0,
      'the allowed address was never called',
      () => `http://${allowedHost}:${redirector.port}/`,
    )
  } finally {
    await redirector.close()
  }
}

/** The error code must be the same for an open and a closed port. */
async function tryOracle(
  context: SuiteContext,
  tally: Tally,
  internal: InternalServer,
  [outgoingPath]: readonly OutgoingPath[],
) {
  const [port = 0] = internal.ports
  for (const host of ['127.0.0.1', 'localhost', '[::1]', hostname()]) {
    const [open, closed] = [
      await outgoingPath?.request(`http://${host}:${port}/`),
      await outgoingPath?.request(`http://${host}:9/`),
    ]
    tally.check(
      open?.code === closed?.code,
      'the response reveals whether a port is open',
      () => `${host}: ${open?.message} | ${closed?.message}`,
    )
  }
}

const faults: Fault[] = [
  {
    name: 'calls an internal address',
    changeResponse: async (passed, passing) => {
      const port = /http:\/\/(?:127\.0\.0\.1|localhost):(\d+)\/inside/.exec(passing.body.toString())?.[1]
      if (port !== undefined) await fetch(`http://127.0.0.1:${port}/planted`).catch(() => null)
      return passed
    },
  },
  {
    name: 'reports a call of an internal address as successful',
    changeResponse: (passed, passing) =>
      passing.path.endsWith('/try/') && passed.status === 200
        ? { ...passed, body: Buffer.from(passed.body.toString().replace('"ok":false', '"ok":true')) }
        : passed,
  },
]

export const ssrf: Suite = {
  name: 'ssrf',
  faults,
  async run(context, tally) {
    const four = await listenAt('127.0.0.1')
    // A machine may have no IPv6.
    const six = await listenAt('::1').catch(() => null)
    const all = [four, ...(six ? [six] : [])]
    const internal: InternalServer = {
      ports: all.map(({ port }) => port),
      receivedRequests: () => all.flatMap(({ receivedRequests }) => receivedRequests.splice(0)),
    }
    try {
      const outgoingPaths = await outgoingPathsOf(context)
      await tryAddresses(context, tally, internal, outgoingPaths)
      await tryRedirects(context, tally, internal, outgoingPaths)
      await tryOracle(context, tally, internal, outgoingPaths)
      checkReceived(tally, internal, 'a late request', () => 'after all cases')
    } finally {
      for (const listener of all) await listener.close()
    }
  },
}
