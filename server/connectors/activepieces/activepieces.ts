/**
 * Activepieces, by its API v1. Source: activepieces.com/docs/endpoints, and the controllers of release 0.85
 * (packages/server/api/src/app).
 */
import type { Connection, ConnectionOptions, ProductCaller, ProductConnector } from '#server/connectors/connector.ts'
import { activepiecesAddress } from './activepieces-address.ts'
import { api } from './activepieces-client.ts'
import { Flags } from './activepieces-schemas.ts'
import { ActivepiecesState } from './activepieces-state.ts'
import { channelHandlers } from './channels.ts'
import { flowHandlers } from './flows.ts'
import { runHandlers } from './runs.ts'
import { toolHandlers } from './tools.ts'

/** A key of a platform belongs to no person; Activepieces does not say what a key may do. */
async function callerOf(state: ActivepiecesState): Promise<ProductCaller> {
  const { name } = await state.project()
  const { CURRENT_VERSION: version } = await state.client.json(Flags, `${api}/flags`)
  return { version, person: null, account: name, canWrite: true }
}

function connect(options: ConnectionOptions): Connection {
  const state = new ActivepiecesState(options)
  const { publicBase } = options
  return {
    caller: () => callerOf(state),
    // Its pages find the project of a flow themselves.
    links: { flow: `${publicBase}/flows/{flow}`, node: null, run: `${publicBase}/runs/{run}` },
    handlers: [...flowHandlers(state), ...runHandlers(state), ...toolHandlers(state), ...channelHandlers(state)],
  }
}

export const activepieces: ProductConnector = {
  kind: 'activepieces',
  title: 'Activepieces',
  version: '0.85',
  format: 'activepieces',
  signIn: {
    label: 'API key',
    steps: [
      'Open Activepieces as an administrator and go to Platform Admin → Security → API Keys.',
      'Choose “New API Key” and give it a name.',
      'Copy the key: Activepieces shows it only once.',
    ],
    path: '/platform/security/api-keys',
  },
  addressOf: activepiecesAddress,
  headersFor: (key) => ({ authorization: `Bearer ${key}` }),
  isHere: async (client) => {
    // Given without a key.
    const found = await client.json(Flags, `${api}/flags`).catch(() => null)
    return found !== null
  },
  connect,
}
