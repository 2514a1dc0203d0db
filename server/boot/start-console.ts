/** Starts the console in front of one or several existing services: no database, no data folder. */
import { join } from 'node:path'
import { StartError, type Config } from '#server/base/config.ts'
import { exitOnSignals, openBrowser } from './process.ts'
import { makeLifecycle } from '#server/base/lifecycle.ts'
import { makeLog } from '#server/base/log.ts'
import { openSocket } from './open-socket.ts'
import { staticFiles } from '#server/protocol/static-files.ts'
import { about, root } from '#server/base/installation.ts'
import { displayBase } from '#server/base/proxy-settings.ts'
import { makeGate } from '#server/connectors/gate.ts'
import type { Forwarder } from '#server/proxy/forward.ts'
import { makeConsoleListener, withApiBase } from '#server/proxy/console-server.ts'
import { gateOptions, makeServiceMounts, mountPrefix, withServices } from '#server/proxy/service-mounts.ts'

/** ms that requests in flight may take to end; event streams do not end on their own. */
const drainMs = 10_000

/** ms for a whole request: the largest body over a slow line, to a service that takes it slowly. */
const requestTimeout = 600_000

/** The lines about one service, or about each of several. */
function serviceLines(url: string, { upstream, services }: Config): string[] {
  if (services !== null)
    return services.entries.map(
      ({ id, name, base }) => `  Service  ${name}: ${displayBase(base)}, reached at ${url}${mountPrefix(id)}/api`,
    )
  if (upstream === null) return []
  return [
    `  Service  ${displayBase(upstream.base)} (API_BASE_URL), reached at ${url}/api`,
    `  Cookies  ${upstream.cookies ? 'forwarded (API_COOKIES)' : 'not forwarded'}`,
  ]
}

function greet(url: string, config: Config): void {
  const { unused } = config.services ?? config.upstream ?? { unused: [] }
  const lines = [
    `${about.name} ${about.version}`,
    `  Open     ${url}`,
    ...serviceLines(url, config),
    ...(unused.length > 0 ? [`  Unused   ${unused.join(', ')}: only the console runs here`] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** The forwarder of a start, what answers there, and the edit of the page that says where it is reached. */
function consoleTarget({ upstream, services, publicUrl, prices, currency }: Config): {
  forwarder: Forwarder
  /** Null with several services. */
  describe: (() => Promise<string>) | null
  editPage: (html: string) => string
} {
  const shared = { publicUrl, prices, currency, agentName: `${about.name}/${about.version}` }
  if (services !== null)
    return {
      forwarder: makeServiceMounts(services.entries, (entry, prefix) =>
        makeGate({ ...shared, ...gateOptions(entry), prefix }),
      ),
      describe: null,
      editPage: withServices(services.entries),
    }
  if (upstream === null) throw new StartError('Set API_BASE_URL or SERVICES_FILE.')
  const gate = makeGate({ ...upstream, ...shared, publicBase: upstream.productUrl })
  return { forwarder: gate, describe: () => gate.describe(), editPage: withApiBase }
}

/** Runs the console alone. `flags`: --open. */
export async function startConsole(config: Config, flags: readonly string[]): Promise<void> {
  if (flags.includes('--sample'))
    throw new StartError('--sample: not available with API_BASE_URL or SERVICES_FILE, because only the console runs.')
  const { host, publicUrl } = config
  const log = makeLog(config.logLevel, process.stdout.isTTY)
  const lifecycle = makeLifecycle()
  const { forwarder, describe, editPage } = consoleTarget(config)
  const files = await staticFiles(join(root, 'dist/web'), editPage)
  const listener = makeConsoleListener({ host, publicUrl, files, forwarder, lifecycle, log })
  const { server, url } = await openSocket(config, log, listener, { requestTimeout })
  exitOnSignals(log, async (signal) => {
    log.info('stopping', { signal })
    lifecycle.state = 'stopping'
    const closed = new Promise<void>((done) => void server.close(() => done()))
    server.closeIdleConnections()
    const unfinished = await lifecycle.idle(drainMs)
    if (unfinished > 0) log.warn('requests cut off', { left: unfinished })
    server.closeAllConnections()
    await closed
    forwarder.close()
    log.info('stopped')
    log.flush()
  })
  lifecycle.state = 'serving'
  const address = publicUrl?.origin ?? url
  greet(address, config)
  if (flags.includes('--open')) openBrowser(address)
  if (describe !== null) process.stdout.write(`  Answers  ${await describe()}\n`)
}
