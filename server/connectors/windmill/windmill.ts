/**
 * Windmill, by its API. Source: its OpenAPI documents backend/windmill-api/openapi.yaml (served at /api/openapi.yaml)
 * and openflow.openapi.yaml, release 1.818.
 */
import type { Connection, ConnectionOptions, ProductCaller, ProductConnector } from '#server/connectors/connector.ts'
import type { ProductClient } from '#server/connectors/product-client.ts'
import { channelHandlers } from './channels.ts'
import { flowHandlers } from './flows.ts'
import { runHandlers } from './runs.ts'
import { toolHandlers } from './tools.ts'
import { windmillAddress } from './windmill-address.ts'
import { WindmillUser } from './windmill-schemas.ts'
import { WindmillState } from './windmill-state.ts'

/** The answer of /api/version, which needs no key: "CE v1.818.0", "EE v1.818.0-12-g1a2b3c4". */
const versionForm = /^(?:CE|EE) v?(\d+\.\d+\.\d\S*)\s*$/

/** Null if something else answers. */
async function versionOf(client: ProductClient): Promise<string | null> {
  const { status, body } = await client.ask('/api/version', { headers: { accept: 'text/plain' } })
  return status === 200 ? (versionForm.exec(body.trim())?.[1] ?? null) : null
}

async function callerOf(state: WindmillState): Promise<ProductCaller> {
  const { email, username, name, operator } = await state.api.json(WindmillUser, '/users/whoami')
  return {
    version: await versionOf(state.options.client).catch(() => null),
    person: { id: username, name: name || username, email },
    account: (await state.api.workspace()).name,
    canWrite: operator !== true,
  }
}

function connect(options: ConnectionOptions): Connection {
  const state = new WindmillState(options)
  const { publicBase, scope } = options
  // Pages without a workspace open the one that the browser showed last.
  const query = scope === null ? '' : `?workspace=${encodeURIComponent(scope)}`
  return {
    caller: () => callerOf(state),
    links: { flow: `${publicBase}/flows/get/{flow}${query}`, node: null, run: `${publicBase}/run/{run}${query}` },
    handlers: [...flowHandlers(state), ...runHandlers(state), ...toolHandlers(state), ...channelHandlers(state)],
  }
}

export const windmill: ProductConnector = {
  kind: 'windmill',
  title: 'Windmill',
  version: '1.818',
  format: 'windmill',
  signIn: {
    label: 'Token',
    steps: [
      'Open Windmill, choose your name at the bottom left, and “Account settings”.',
      'Under “Tokens”, choose “Create token”. Give it a label and no expiry, or one that you will notice.',
      'Copy the token: Windmill shows it only once.',
    ],
    path: null,
  },
  addressOf: windmillAddress,
  headersFor: (key) => ({ authorization: `Bearer ${key}` }),
  isHere: async (client) => (await versionOf(client).catch(() => null)) !== null,
  connect,
}
