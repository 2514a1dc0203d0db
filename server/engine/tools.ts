/** What all runs of a process share, made from the configuration. */
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { makeOutgoing } from './http/outgoing.ts'
import { makeModelEndpoint } from './model/endpoint.ts'
import { makeSandbox } from './sandbox/sandbox.ts'
import type { EngineTools } from './engine-tools.ts'

export function makeTools(config: Config, log: Log): EngineTools {
  return {
    log,
    outgoing: makeOutgoing({ allow: config.outgoingAllow, log }),
    sandbox: makeSandbox(log),
    messenger: {
      send: async () => ({
        ok: false,
        code: 'no_channel',
        message: 'This service sends nothing yet.',
        retryable: false,
      }),
    },
    prices: config.prices,
    model: makeModelEndpoint(config.model, config.outgoingAllow, log),
  }
}
