/** The service without its socket: opens dependencies, passes them to the handlers, and closes them in order. */
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
import { makeAlertSender } from '#server/engine/incidents/alert-sender.ts'
import { makeOutgoing } from '#server/engine/http/outgoing.ts'
import { allHandlers } from '#server/handlers/all.ts'
import type { Engine } from '#server/engine/engine.ts'
import type { Outgoing } from '#server/engine/engine-tools.ts'
import { makeEngine, type EngineSettings } from '#server/engine/make-engine.ts'
import { allRunners } from '#server/engine/nodes/all.ts'
import { makeTools } from '#server/engine/make-engine-tools.ts'
import { makeHookLimits } from '#server/engine/hooks/hook-limits.ts'
import { makeFlowDrawer } from '#server/tasks/flow-drawings.ts'
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
import { makeSimulatedContacts } from '#server/sample/simulated-contacts.ts'
import { simulatedEngineTools } from '#server/sample/simulated-services.ts'
import { sampleSizes } from '#server/sample/sample.ts'
import type { SampleSizes } from '#server/sample/sample-progress.ts'
import { makeSampleJobs } from '#server/sample/sample-jobs.ts'
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
  /** Closes threads, connections and the embedded database; to be called after the last request. */
  close(): Promise<void>
}

export interface AppParts {
  config: Config
  /** An open or opening database, which the app closes. Opened by the app if absent. */
  database?: Promise<Database>
  secretKey: string
  log: Log
  machineToken: string | null
  onLost: OnLost
  now?: () => Date
  /** Whether flows run; false shortens the start if no request needs them. */
  hasEngine?: boolean
  /** Overrides of the engine's settings. */
  engine?: Partial<EngineSettings>
  /** Overrides of the sizes of the sample workspace. */
  sampleSizes?: SampleSizes
}

/** ms that running steps may take to end when the service stops; the next process repeats unfinished ones. */
const stopMs = 10_000

/** Without look-alike letters and digits: people type the code from a terminal on another machine. */
const codeLetters = 'abcdefghjkmnpqrstvwxyz23456789'
const codeLength = 20

const makeCode = (): string =>
  Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join('')

/** Combines fallbacks: the first response wins. */
const firstOf =
  (...all: readonly Fallback[]): Fallback =>
  async (request) => {
    for (const each of all) {
      const answer = await each(request)
      if (answer) return answer
    }
    return null
  }

/** Redirects the usual path of metrics collectors, for which the console would otherwise return a page. */
const redirectMetrics: Fallback = async ({ incoming }) =>
  incoming.path === '/metrics' ? { status: 308, body: null, headers: { location: '/api/metrics' } } : null

/** Opens the dependencies. */
async function open({ config, database: databasePromise, secretKey, log, onLost }: AppParts, now: () => Date) {
  // The database takes a while to open; the console's files are indexed in the meantime.
  const [database, files] = await Promise.all([
    databasePromise ?? openDatabase(config, log, onLost, makeQueueTables),
    staticFiles(join(root, 'dist/web')),
  ])
  await refuseOtherSecretKey(database.pool, secretKey).catch((error: unknown) =>
    database.close().then(() => Promise.reject(error)),
  )
  const { databaseUrl } = config
  const events = await makeEvents({
    now,
    log,
    notices: databaseUrl === null ? null : (listener) => openNotices(databaseUrl, database.pool, listener, log),
  })
  return { database, files, events }
}

export async function makeApp(parts: AppParts): Promise<App> {
  const {
    config,
    secretKey,
    log,
    machineToken,
    now = () => new Date(),
    hasEngine = false,
    engine: settings = {},
  } = parts
  const { database, files, events } = await open(parts, now)
  const auth = makeAuth(database, config, secretKey, log)
  const tasks = makeTaskProcess()
  const secrets = makeSecrets(secretKey)
  const outgoing = makeOutgoing({ allow: config.outgoingAllow, log })
  const channels = makeChannels({ config, database, secrets, outgoing, events, log, now, engine: () => engine })
  const tools = makeTools(config, log, { outgoing, messenger: channels.messenger })
  const alertSender = makeAlertSender(config, outgoing)
  const engine: Engine | null = hasEngine
    ? await makeEngine({
        database,
        databaseUrl: config.databaseUrl,
        log,
        now,
        secrets,
        tools,
        sampleTools: simulatedEngineTools(tools),
        events,
        alertSender,
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
    flowDrawer: makeFlowDrawer(tasks, log),
    toolLint: makeToolLint(tools.sandbox, log),
    engine,
    events,
    streams: makeEventStreams(events),
    channels,
    alertSender,
    simulatedContacts: makeSimulatedContacts({ database, events, log, now }),
    sampleJobs: makeSampleJobs({ database, log, now }),
    sampleSizes: parts.sampleSizes ?? sampleSizes,
    secretKey,
    setupCode: makeCode(),
    machineToken,
  }
  return {
    services,
    http: mount(services, allHandlers, firstOf(redirectMetrics, await webchatPages(services), files)),
    close: () => close(services, outgoing),
  }
}

async function close(services: Services, outgoing: Outgoing) {
  const { streams, channels, simulatedContacts, sampleJobs, engine, tasks, events, sandbox, database } = services
  streams.close()
  // Stops receiving; messages of flows are still sent.
  await channels.stop()
  await simulatedContacts.stop()
  await sampleJobs.stop()
  // Also closes outgoing connections.
  await (engine ? engine.stop(stopMs) : outgoing.close())
  await tasks.close()
  await events.close()
  await sandbox.close()
  await database.close()
}
