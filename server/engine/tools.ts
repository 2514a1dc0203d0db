/** What all runs of a process share, made from the configuration. */
import type { Config } from '#server/config.ts'
import type { Log } from '#server/log.ts'
import { makeSandbox } from './sandbox/sandbox.ts'
import { OutgoingError, type EngineTools } from './engine-tools.ts'

const absent = async () => {
  throw new OutgoingError('unreachable', 'This service has no way out yet.', false)
}

export function makeTools(config: Config, log: Log): EngineTools {
  return {
    log,
    outgoing: { request: absent, fetch: absent, close: async () => {} },
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
    model: null,
  }
}
