/** Starts the console in front of an existing service: no database, no data folder. */
import { join } from 'node:path'
import { StartError, type Config, type UpstreamConfig } from '#server/base/config.ts'
import { exitOnSignals, openBrowser } from './process.ts'
import { makeLifecycle } from '#server/base/lifecycle.ts'
import { makeLog } from '#server/base/log.ts'
import { openSocket } from './open-socket.ts'
import { staticFiles } from '#server/protocol/static-files.ts'
import { about, root } from '#server/base/installation.ts'
import { displayBase } from '#server/base/proxy-settings.ts'
import { makeGate } from '#server/connectors/gate.ts'
import { makeConsoleListener, withApiBase } from '#server/proxy/console-server.ts'

/** ms that requests in flight may take to end; event streams do not end on their own. */
const drainMs = 10_000

/** ms for a whole request: the largest body over a slow line, to a service that takes it slowly. */
const requestTimeout = 600_000

function greet(url: string, { base, cookies, unused }: UpstreamConfig): void {
  const lines = [
    `${about.name} ${about.version}`,
    `  Open     ${url}`,
    `  Service  ${displayBase(base)} (API_BASE_URL), reached at ${url}/api`,
    `  Cookies  ${cookies ? 'forwarded (API_COOKIES)' : 'not forwarded'}`,
    ...(unused.length > 0 ? [`  Unused   ${unused.join(', ')}: only the console runs here`] : []),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
}

/** Runs the console alone. `flags`: --open. */
export async function startConsole(config: Config, upstream: UpstreamConfig, flags: readonly string[]): Promise<void> {
  if (flags.includes('--sample'))
    throw new StartError('--sample: not available with API_BASE_URL, because only the console runs.')
  const { host, publicUrl, prices, currency } = config
  const log = makeLog(config.logLevel, process.stdout.isTTY)
  const lifecycle = makeLifecycle()
  const agentName = `${about.name}/${about.version}`
  const { productUrl: publicBase } = upstream
  const forwarder = makeGate({ ...upstream, publicUrl, agentName, publicBase, prices, currency })
  const files = await staticFiles(join(root, 'dist/web'), withApiBase)
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
  greet(address, upstream)
  if (flags.includes('--open')) openBrowser(address)
}
