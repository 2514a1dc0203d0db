/** Creates the tools shared by all runs of a process, from the configuration. */
import type { Config } from '#server/base/config.ts'
import type { Log } from '#server/base/log.ts'
import { makeModelEndpoint } from './model/endpoint.ts'
import { makeSandbox } from './sandbox/sandbox.ts'
import type { EngineTools } from './engine-tools.ts'

/** `shared`: tools that channels use as well. */
export function makeTools(config: Config, log: Log, shared: Pick<EngineTools, 'outgoing' | 'messenger'>): EngineTools {
  const model = makeModelEndpoint(config.model, config.outgoingAllow, log)
  return { log, ...shared, sandbox: makeSandbox(log), prices: config.prices, model }
}
