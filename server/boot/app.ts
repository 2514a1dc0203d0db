/** The service without its socket: opens what it needs, hands it to the handlers, and closes it in order. */
import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import type { Hono } from 'hono'
import type { HttpBindings } from '@hono/node-server'
import { makeAuth } from '#server/auth/auth.ts'
import { makeCallers } from '#server/auth/callers.ts'
import { makeKnownBrowsers } from '#server/auth/known-browser.ts'
import { makeLimits } from '#server/auth/limits.ts'
import type { Config } from '#server/base/config.ts'
import { makeEventStreams } from '#server/engine/events/event-streams.ts'
import { makeEvents } from '#server/engine/events/make-events.ts'
import { makeChannels } from '#server/engine/channels/channels.ts'
import { makeOutgoing } from '#server/engine/http/outgoing.ts'
import { allHandlers } from '#server/handlers/all.ts'
import type { Engine } from '#server/engine/engine.ts'
import type { Outgoing } from '#server/engine/engine-tools.ts'
import { makeEngine, type EngineSettings } from '#server/engine/make-engine.ts'
import { allRunners } from '#server/engine/nodes/all.ts'
import { makeTools } from '#server/engine/make-engine-tools.ts'
import { makeHookLimits } from '#server/engine/hooks/hook-limits.ts'
import { makeFlowLint } from '#server/tasks/flow-lint.ts'
import { makeToolLint } from '#server/engine/tool-lint.ts'
import { refuseOtherSecretKey } from '#server/base/secret-key-fingerprint.ts'
import { makeMemoryAdmission } from '#server/base/memory-admission.ts'
import { makeLifecycle } from '#server/base/lifecycle.ts'
import type { Log } from '#server/base/log.ts'
import { makeMetrics } from '#server/base/metrics.ts'
import { mount, type Fallback } from './mount.ts'
import { staticFiles } from '#server/protocol/static-files.ts'
import { about, root } from '#server/base/installation.ts'
import { makeSecrets } from '#server/base/secrets.ts'
import type { Services } from '#server/protocol/services.ts'
import { simulatedEngineTools } from '#server/sample/simulated-services.ts'
import { sampleSizes, type SampleSizes } from '#server/sample/sample.ts'
import { makeTaskProcess } from '#server/tasks/task-process.ts'
import { makeExporter } from '#server/telemetry/exporter.ts'
import { openDatabase, type Database } from '#server/store/db/database.ts'
import { openNotices } from '#server/store/db/notices.ts'
import type { OnLost } from '#server/store/db/pglite.ts'
import { webchatPages } from '#server/webchat/pages.ts'
import { makeQueueTables } from '#server/engine/queue/queue.ts'

export interface App {
  services: Services
  http: Hono<{ Bindings: HttpBindings }>
  /** After the last request: threads, connections, the embedded database. */
  close(): Promise<void>
}

export interface AppParts {
  config: Config
  /** Opened already, or about to be; the app closes it. Without one it is opened here. */
  database?: Promise<Database>
  secretKey: string
  log: Log
  machineToken: string | null
  onLost: OnLost
  now?: () => Date
  /** Whether flows run; false where nothing is asked that needs it, for it makes the start longer. */
  runs?: boolean
  /** How they run, where that is to be another way than usual. */
  engine?: Partial<EngineSettings>
  /** Of the sample workspace, where it is not to be the usual one. */
  sampleSizes?: SampleSizes
}

/** Steps under way get so long to end when the service stops; what is not done then is done again by the next process. */
const stopMs = 10_000

/** Without letters and digits that look alike: people type it from a terminal on another machine. */
const codeLetters = 'abcdefghjkmnpqrstvwxyz23456789'
const codeLength = 20

const makeCode = (): string =>
  Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('')

/** The first that has an answer gives it. */
const oneOf =
  (...all: readonly Fallback[]): Fallback =>
  async (request) => {
    for (const each of all) {
      const answer = await each(request)
      if (answer) return answer
    }
    return null
  }

/** Where collectors look for figures; a page of the console would be none to them. */
const metricsElsewhere: Fallback = async ({ incoming }) =>
  incoming.path === '/metrics' ? { status: 308, body: null, headers: { location: '/api/metrics' } } : null

/** What the rest is made of, opened. */
async function open({ config, database: opening, secretKey, log, onLost }: AppParts, now: () => Date) {
  // A database takes a while to open, and the files of the console are looked through meanwhile.
  const [database, files] = await Promise.all([
    opening ?? openDatabase(config, log, onLost, makeQueueTables),
    staticFiles(join(root, 'dist/web')),
  ])
  await refuseOtherSecretKey(database.pool, secretKey).catch((error: unknown) =>
    database.close().then(() => Promise.reject(error)),
  )
  const { databaseUrl } = config
  const events = await makeEvents({
    now,
    log,
    notices: databaseUrl === null ? null : (heard) => openNotices(databaseUrl, database.pool, heard, log),
  })
  return { database, files, events }
}

export async function makeApp(parts: AppParts): Promise<App> {
  const { config, secretKey, log, machineToken, now = () => new Date(), runs = false, engine: settings = {} } = parts
  const { database, files, events } = await open(parts, now)
  const auth = makeAuth(database, config, secretKey, log)
  const tasks = makeTaskProcess()
  const secrets = makeSecrets(secretKey)
  const outgoing = makeOutgoing({ allow: config.outgoingAllow, log })
  const channels = makeChannels({ config, database, secrets, outgoing, events, log, now, engine: () => engine })
  const tools = makeTools(config, log, { outgoing, messenger: channels.messenger })
  const engine: Engine | null = runs
    ? await makeEngine({
        database,
        databaseUrl: config.databaseUrl,
        log,
        now,
        secrets,
        tools,
        sampleTools: simulatedEngineTools(tools),
        events,
        runners: allRunners,
        exporter: config.telemetry && makeExporter({ telemetry: config.telemetry, version: about.version, log }),
        settings,
      }).catch((error: unknown) => database.close().then(() => Promise.reject(error)))
    : null
  const services: Services = {
    config,
    log,
    now,
    database,
    secrets,
    auth,
    callers: makeCallers(database, auth, log, now),
    knownBrowsers: makeKnownBrowsers(database, config, secretKey, now),
    limits: makeLimits(database),
    sandbox: tools.sandbox,
    hookLimits: makeHookLimits(),
    lifecycle: makeLifecycle(),
    metrics: makeMetrics(),
    tasks,
    largeWork: makeMemoryAdmission(),
    flowLint: makeFlowLint(tasks),
    toolLint: makeToolLint(tools.sandbox, log),
    engine,
    events,
    streams: makeEventStreams(events),
    channels,
    sampleSizes: parts.sampleSizes ?? sampleSizes,
    secretKey,
    setupCode: makeCode(),
    machineToken,
  }
  return {
    services,
    http: mount(services, allHandlers, oneOf(metricsElsewhere, await webchatPages(services), files)),
    close: () => close(services, outgoing),
  }
}

async function close({ streams, channels, engine, tasks, events, sandbox, database }: Services, outgoing: Outgoing) {
  streams.close()
  // Nothing more is taken in; what flows still say goes out.
  await channels.stop()
  // It closes the way out, too.
  await (engine ? engine.stop(stopMs) : outgoing.close())
  await tasks.close()
  await events.close()
  await sandbox.close()
  await database.close()
}
