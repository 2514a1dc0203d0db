/**
 * Malicious files, imported while another account works: each is accepted or refused with a message, the service
 * survives, other accounts do not wait long, and accepted files can be exported again.
 */
import { sized } from '#bench/harness.ts'
import { z } from 'zod'
import { fill } from './accounts.ts'
import type { Fault } from './faulty-proxy.ts'
import { responseSize } from './http-client.ts'
import { bombs, type Bomb } from './import-bombs.ts'
import { baselinePingOf, watchPings, type PingWatch } from './ping-watch.ts'
import { sampleEvenly } from './random.ts'
import type { Suite, Tally } from './suite.ts'
import { headersOf, type SuiteContext } from './suite-context.ts'

/** Maximum additional waiting time in ms of another account. */
const pingLimit = 500
/** Maximum time in ms of an import. */
const maxResponseMs = 30_000
/** Time in ms after which no further file is tried. */
const suiteLimit = 150_000
/** Maximum memory of the process in MB. */
const memoryLimit = 1_800
const allowedStatuses = new Set([201, 400, 413, 415, 422, 429, 503])

const Created = z.looseObject({ id: z.string() })

interface Watched {
  watch: PingWatch
  baselinePing: number
}

function checkPing(tally: Tally, { watch, baselinePing }: Watched, what: string): void {
  const ms = watch.worst()
  tally.worst('ping', ms, 'ms')
  tally.check(
    ms <= baselinePing + pingLimit,
    `${what} delays another account`,
    () =>
      `another account waited ${Math.round(ms)} ms for GET /api/view/?limit=1 (quiet: ${Math.round(baselinePing)} ms)`,
  )
}

function checkMemory({ service }: SuiteContext, tally: Tally, what: string): void {
  const held = service.memory()
  tally.worst('memory', held, 'MB')
  tally.check(held <= memoryLimit, `${what} uses too much memory`, () => `the process uses ${Math.round(held)} MB`)
}

/** Imports one file, reads the result, and checks the effects on others. */
async function tryBomb(context: SuiteContext, tally: Tally, watched: Watched, bomb: Bomb): Promise<void> {
  const { one, agent, url, service } = context
  const sent = bomb.raw?.()
  const options = sent
    ? { as: one.writeKey, raw: sent.bytes, headers: sent.headers, timeoutMs: maxResponseMs }
    : { as: one.writeKey, raw: JSON.stringify({ template: bomb.template() }), timeoutMs: maxResponseMs }
  watched.watch.worst()
  const began = performance.now()
  const response = await context.call('POST', '/flow/import/', options)
  const ms = performance.now() - began
  tally.worst('import', ms / 1000, 's')
  const size = `${bomb.name} (${Math.round((options.raw.length / 1024 / 1024) * 10) / 10} MB)`
  tally.check(
    allowedStatuses.has(response.status),
    `import of ${bomb.name} returns ${response.status}`,
    () => `POST /api/flow/import/ ${size} → ${response.status} ${response.text.slice(0, 300)}`,
  )
  tally.check(
    ms <= maxResponseMs,
    `import of ${bomb.name} takes ${Math.round(ms / 1000)} s`,
    () => `POST /api/flow/import/ ${size} → ${response.status}`,
  )
  checkPing(tally, watched, `import of ${bomb.name}`)
  checkMemory(context, tally, `import of ${bomb.name}`)
  const id = Created.safeParse(response.body).data?.id
  if (response.status === 201 && id !== undefined) {
    const paths = [`/flow/${id}/`, `/flow/${id}/export/`, '/flow/?limit=100']
    const sizes = await Promise.all(
      paths.map((path) => responseSize(agent, `${url}/api${path}`, headersOf(one.writeKey, url))),
    )
    tally.check(
      !sizes.includes(-1),
      `${bomb.name} cannot be read`,
      () => `${paths.join(', ')} → ${sizes.join(', ')} bytes`,
    )
    checkPing(tally, watched, `reading ${bomb.name}`)
    // Four concurrent requests, as from four windows.
    await Promise.all(
      Array.from({ length: 4 }, () => responseSize(agent, `${url}/api/flow/${id}/`, headersOf(one.writeKey, url))),
    )
    checkPing(tally, watched, `reading ${bomb.name} four times at once`)
    checkMemory(context, tally, `reading ${bomb.name}`)
    await context.call('DELETE', `/flow/${id}/`, { as: one.writeKey })
  }
  // The service is still reading the aborted file, so it is restarted for the next one.
  if (response.status === 0) await service.process.stop('SIGKILL')
  const hasEnded = (await service.revive()) && response.status !== 0
  tally.check(!hasEnded, `${bomb.name} crashes the service`, () => `POST /api/flow/import/ ${size}`)
  watched.watch.worst()
}

/** While one account imports large texts, a small import of another account must not wait long. */
async function tryQueue(context: SuiteContext, tally: Tally): Promise<void> {
  const { one, two } = context
  const large = JSON.stringify({ template: '{}'.repeat(sized(3 * 1024 * 1024, 10_000)) })
  const busy = Array.from({ length: 6 }, () => context.call('POST', '/flow/import/', { as: one.writeKey, raw: large }))
  await new Promise((done) => void setTimeout(done, 500))
  const began = performance.now()
  // Large enough to be read off the main thread.
  const text = `name: ok\nnodes:\n${Array.from({ length: sized(8_000, 100) }, (_, index) => `  - {id: n${index}, type: note, name: a}`).join('\n')}\nedges: []\n`
  const response = await context.call('POST', '/flow/import/', { as: two.writeKey, body: { template: text } })
  const ms = performance.now() - began
  tally.worst('turn', ms / 1000, 's')
  tally.check(
    response.status < 500 && response.status !== 0 && ms <= 20_000,
    'large imports of one account delay those of another',
    () =>
      `an import of ${Math.round(text.length / 1024)} kB during six of 6 MB took ${Math.round(ms)} ms → ${response.status}`,
  )
  await Promise.all(busy)
}

/** While trials of one account run endless code, a trial of another account must not wait long. */
async function tryTrials(context: SuiteContext, tally: Tally): Promise<void> {
  const { one, two } = context
  const createTool = async (as: typeof one.writeKey, source: string, timeout: number) => {
    const body = { name: 'Loop', category: 'code', config: { language: 'javascript', source, timeout_ms: timeout } }
    return Created.parse((await context.call('POST', '/tool/', { as, body })).body).id
  }
  const endless = await createTool(one.writeKey, 'for (;;);', sized(5_000, 500))
  const shortTool = await createTool(two.writeKey, 'return 1', 5_000)
  const loops = Array.from({ length: 5 }, () =>
    context.call('POST', `/tool/${endless}/try/`, { as: one.writeKey, body: { input: {} } }),
  )
  await new Promise((done) => void setTimeout(done, 300))
  const began = performance.now()
  const response = await context.call('POST', `/tool/${shortTool}/try/`, { as: two.writeKey, body: { input: {} } })
  const ms = performance.now() - began
  tally.worst('trial', ms / 1000, 's')
  tally.check(
    response.status === 200 && response.text.includes('"ok":true') && ms <= 7_000,
    'endless trials of one account delay those of another',
    () =>
      `a trial of "return 1" during five endless ones took ${Math.round(ms)} ms → ${response.status} ${response.text.slice(0, 200)}`,
  )
  await Promise.all(loops)
}

const held = { until: 0 }

const faults: Fault[] = [
  {
    name: 'delays all responses while it reads a file',
    request: async (passing) => {
      if (passing.path.includes('/import/')) held.until = performance.now() + 2_500
      const ms = held.until - performance.now()
      if (ms > 0) await new Promise((done) => void setTimeout(done, ms))
      return passing
    },
  },
  {
    name: 'returns 500 for a file that it cannot read',
    changeResponse: (passed) => (passed.status === 422 ? { ...passed, status: 500 } : passed),
  },
]

export const imports: Suite = {
  name: 'hostile imports',
  faults,
  async run(context, tally) {
    const { service, agent, one, two, isQuick, url } = context
    await fill(agent, service.process.url, one)
    const watch = watchPings(url, two.readKey)
    try {
      const watched = { watch, baselinePing: await baselinePingOf(watch) }
      tally.worst('quiet ping', watched.baselinePing, 'ms')
      const ends = performance.now() + suiteLimit
      for (const bomb of isQuick ? sampleEvenly(bombs, sized(12, 3)) : bombs) {
        if (performance.now() < ends) await tryBomb(context, tally, watched, bomb)
        else tally.check(false, 'a file was not tried because time ran out', () => bomb.name)
      }
      if (sized(isQuick, false)) return
      await tryQueue(context, tally)
      checkPing(tally, watched, 'a queue of large texts')
      await tryTrials(context, tally)
      checkPing(tally, watched, 'endless trials')
    } finally {
      await watch.stop()
    }
  },
}
