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
import { inParallel, sampled, spread } from './random.ts'
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

const Made = z.looseObject({ id: z.string() })
const Tried = z.looseObject({
  ok: z.boolean(),
  error: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
})

interface Inside {
  ports: number[]
  heard: () => string[]
}

/** Checks that no listener received a request since the last check. */
function judgeHeard(tally: Tally, inside: Inside, kind: string, how: () => string): void {
  const heard = inside.heard()
  tally.check(heard.length === 0, `${kind} reaches an internal address`, () => `${how()}: ${heard.join(', ')}`)
}

interface Place {
  name: string
  /** Tries to make the service request this address; `worked` = it reports success. */
  reach: (url: string) => Promise<{ worked: boolean; told: string; code: string }>
}

async function create(context: SuiteContext, path: string, body: unknown): Promise<string> {
  const got = await context.ask('POST', path, { as: context.one.writeKey, body })
  return Made.safeParse(got.body).data?.id ?? ''
}

async function tryTool(context: SuiteContext, id: string, input: unknown, what: string) {
  const options: CallOptions = { as: context.one.writeKey, body: { input }, patienceMs: 30_000 }
  let got = await context.ask('POST', `/tool/${id}/try/`, options)
  for (let again = 0; got.status === 429 && again < 20; again += 1) {
    await new Promise((done) => void setTimeout(done, 300))
    got = await context.ask('POST', `/tool/${id}/try/`, options)
  }
  const tried = Tried.safeParse(got.body).data
  return {
    worked: tried?.ok === true,
    code: tried?.error?.code ?? String(got.status),
    told: `${what}: ${describeCase('POST', `/tool/${id}/try/`, options, got)}`,
  }
}

/** Every part of the product that sends requests to a user-defined address. */
async function placesOf(context: SuiteContext): Promise<Place[]> {
  const { one } = context
  const api = (config: object) => ({
    name: 'Inside',
    category: 'api',
    config: { method: 'GET', timeout_ms: 3_000, ...config },
  })
  const byInput = await create(context, '/tool/', api({ url: '{{ input.url }}' }))
  const channel = async (body: object) => {
    const made = await create(context, '/channel/', body)
    if (made === '') return { worked: false, told: 'was not created', code: 'invalid' }
    const got = await context.ask('POST', `/channel/${made}/test/`, { as: one.writeKey, patienceMs: 40_000 })
    await context.ask('DELETE', `/channel/${made}/`, { as: one.writeKey })
    return { worked: got.text.includes('"status":"connected"'), told: got.text.slice(0, 200), code: 'channel' }
  }
  return [
    {
      name: 'a tool',
      reach: async (url) => {
        const id = await create(context, '/tool/', api({ url }))
        return id === '' ? { worked: false, told: url, code: 'invalid' } : tryTool(context, id, {}, url)
      },
    },
    { name: 'a tool with the address as input', reach: (url) => tryTool(context, byInput, { url }, url) },
    {
      name: 'a node of a run',
      reach: async (url) => {
        const file = flowOf('Inside', { kind: 'manual' }, [
          { id: 'n0', type: 'api', name: 'Call', config: { method: 'GET', url, timeout_ms: 3_000 } },
        ])
        const id = await create(context, '/flow/import/', { template: file })
        const run = await create(context, `/flow/${id}/run/`, { is_test: true })
        if (run === '') return { worked: false, told: `${url}: does not start`, code: 'invalid' }
        for (let look = 0; look < 200; look += 1) {
          const got = await context.ask('GET', `/billing/runs/${run}/`, { as: one.writeKey })
          const { status } = z.looseObject({ status: z.string() }).parse(got.body)
          if (!['queued', 'running', 'waiting'].includes(status))
            return { worked: status === 'succeeded', told: `${url}: run ${run} ${status}`, code: status }
          await new Promise((done) => void setTimeout(done, 50))
        }
        return { worked: false, told: `${url}: run ${run} does not end`, code: 'endless' }
      },
    },
    {
      name: 'a Slack channel',
      reach: (url) =>
        channel({
          type: 'slack',
          name: 'Inside',
          config: { api_base: url },
          credentials: { bot_token: 'xoxb-1', signing_secret: 's' },
        }),
    },
    {
      name: 'a Telegram channel',
      reach: (url) =>
        channel({
          type: 'telegram',
          name: 'Inside',
          config: { api_base: url },
          credentials: { bot_token: '1234567890:AA' },
        }),
    },
    {
      name: 'a mail channel',
      reach: (url) => {
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

async function tryAddresses(context: SuiteContext, tally: Tally, inside: Inside, places: readonly Place[]) {
  const { isQuick } = context
  const urls = [
    ...inside.ports.flatMap((port) =>
      [...loopback, ...(port === inside.ports[0] ? networks : [])].map((host) => `http://${host}:${port}/inside`),
    ),
    ...loopback.slice(0, 4).map((host) => `https://${host}:${inside.ports[0]}/inside`),
    ...disguisedUrls(inside.ports[0] ?? 0),
  ]
  for (const place of places) {
    const few = place.name.includes('channel') ? spread(urls, 24) : urls
    await inParallel(isQuick ? spread(few, sized(6, 2)) : few, 3, async (url) => {
      const { worked, told } = await place.reach(url)
      tally.check(!worked, `${place.name} calls an internal address`, () => told)
    })
    judgeHeard(tally, inside, place.name, () => 'one of the tried addresses')
  }
}

/** An allowed address that redirects to a forbidden one. */
async function tryRedirects(context: SuiteContext, tally: Tally, inside: Inside, places: readonly Place[]) {
  const targets = inside.ports.flatMap((port) => [
    `http://127.0.0.1:${port}/inside`,
    `http://localhost:${port}/inside`,
    `http://[::1]:${port}/inside`,
    `//127.0.0.1:${port}/inside`,
    'file:///etc/passwd',
    'http://169.254.169.254/latest/meta-data/',
  ])
  let target = ''
  const door = await listenAt(allowedHost, () => target)
  try {
    for (const to of sampled(targets))
      for (const status of context.isQuick ? [302] : [301, 302, 303, 307, 308])
        for (const place of places.slice(0, 3)) {
          target = to
          const { worked, told } = await place.reach(`http://${allowedHost}:${door.port}/${status}`)
          tally.check(
            !worked || !told.includes('"inside"'),
            `${place.name} follows a redirect to an internal address`,
            () => `${status} to ${to}: ${told}`,
          )
          judgeHeard(tally, inside, `a redirect of ${place.name}`, () => `${status} to ${to}`)
        }
    tally.check(
      door.heard.length > 0,
      'the allowed address was never called',
      () => `http://${allowedHost}:${door.port}/`,
    )
  } finally {
    await door.close()
  }
}

/** The error code must be the same for an open and a closed port. */
async function tryOracle(context: SuiteContext, tally: Tally, inside: Inside, [place]: readonly Place[]) {
  const [port = 0] = inside.ports
  for (const host of ['127.0.0.1', 'localhost', '[::1]', hostname()]) {
    const [open, closed] = [await place?.reach(`http://${host}:${port}/`), await place?.reach(`http://${host}:9/`)]
    tally.check(
      open?.code === closed?.code,
      'the response reveals whether a port is open',
      () => `${host}: ${open?.told} | ${closed?.told}`,
    )
  }
}

const faults: Fault[] = [
  {
    name: 'calls an internal address',
    answer: async (passed, passing) => {
      const port = /http:\/\/(?:127\.0\.0\.1|localhost):(\d+)\/inside/.exec(passing.body.toString())?.[1]
      if (port !== undefined) await fetch(`http://127.0.0.1:${port}/planted`).catch(() => null)
      return passed
    },
  },
  {
    name: 'reports a call of an internal address as successful',
    answer: (passed, passing) =>
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
    const inside: Inside = {
      ports: all.map(({ port }) => port),
      heard: () => all.flatMap(({ heard }) => heard.splice(0)),
    }
    try {
      const places = await placesOf(context)
      await tryAddresses(context, tally, inside, places)
      await tryRedirects(context, tally, inside, places)
      await tryOracle(context, tally, inside, places)
      judgeHeard(tally, inside, 'a late request', () => 'after all cases')
    } finally {
      for (const listener of all) await listener.close()
    }
  },
}
