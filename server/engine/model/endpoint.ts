/** The operator's model endpoint: reachable at any address, since the operator configured it. */
import type { ModelConfig } from '#server/base/config.ts'
import type { ModelEndpoint } from '#server/engine/engine-tools.ts'
import { makeOutgoing } from '#server/engine/http/outgoing.ts'
import type { Log } from '#server/base/log.ts'
import { shownBase } from '#server/base/base-url.ts'

/**
 * Has its own connections and guard, so that flows cannot reach this origin by the same client. Null = none configured.
 */
export function makeModelEndpoint(model: ModelConfig | null, allow: readonly string[], log: Log): ModelEndpoint | null {
  if (!model) return null
  const { fetch, close } = makeOutgoing({ allow, log, trusted: model.base })
  return { baseUrl: shownBase(model.base), apiKey: model.apiKey, name: model.name, fetch, close }
}
