/** Creates the tools shared by all runs of a process, from the configuration. */
import type { Config, ModelConfig } from '#server/base/config.ts'
import type { Log } from '#server/base/log.ts'
import { makeSandbox } from './sandbox/sandbox.ts'
import type { EngineTools, ModelEndpoint } from './engine-tools.ts'
import { makeOutgoing } from './http/outgoing.ts'
import { displayBase } from '#server/base/proxy-settings.ts'

/**
 * The operator's model endpoint, which is allowed at any address because the operator configured it. Has a separate
 * HTTP client, so that this exception does not apply to requests of flows. Null = none configured.
 */
export function makeModelEndpoint(model: ModelConfig | null, allow: readonly string[], log: Log): ModelEndpoint | null {
  if (!model) return null
  const { fetch, close } = makeOutgoing({ allow, log, trusted: model.base })
  return { baseUrl: displayBase(model.base), apiKey: model.apiKey, name: model.name, fetch, close }
}

/** `shared`: tools that channels also use. */
export function makeTools(config: Config, log: Log, shared: Pick<EngineTools, 'outgoing' | 'messenger'>): EngineTools {
  const model = makeModelEndpoint(config.model, config.outgoingAllow, log)
  return { log, ...shared, sandbox: makeSandbox(log), prices: config.prices, model }
}
