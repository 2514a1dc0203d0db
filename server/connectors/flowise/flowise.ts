/**
 * Flowise, by its API v1. Source: docs.flowiseai.com/api-reference, and in the repository of Flowise 3.1.3
 * packages/api-documentation/src/yml/swagger.yml, packages/server/src/routes and packages/server/src/services.
 */
import { z } from 'zod'
import { Fault } from '#server/base/fault.ts'
import type { Connection, ConnectionOptions, ProductCaller, ProductConnector } from '#server/connectors/connector.ts'
import type { ProductClient } from '#server/connectors/product-client.ts'
import { conversationHandlers } from './conversations.ts'
import { flowHandlers } from './flows.ts'
import { api } from './flowise-client.ts'
import { FlowiseState } from './flowise-state.ts'
import { runHandlers } from './runs.ts'
import { toolHandlers } from './tools.ts'

const Version = z.looseObject({ version: z.string() })

/** A key may have rights for some lists alone: only 401 means that it is not accepted. */
async function callerOf(client: ProductClient): Promise<ProductCaller> {
  await client.text(`${api}/chatflows`, { query: { page: 1, limit: 1 } }).catch((error: unknown) => {
    if (!(error instanceof Fault) || error.code !== 'permission_denied') throw error
  })
  const version = await client.json(Version, `${api}/version`).catch(() => null)
  return { version: version?.version ?? null, person: null, account: 'Flowise', canWrite: true }
}

function connect(options: ConnectionOptions): Connection {
  const state = new FlowiseState(options)
  return {
    caller: () => callerOf(options.client),
    // The address of a flow depends on its type (/canvas, /agentcanvas, /v2/agentcanvas), which a template cannot say;
    // executions have no page of their own.
    links: { flow: null, node: null, run: null },
    handlers: [...flowHandlers(state), ...runHandlers(state), ...toolHandlers(state), ...conversationHandlers(state)],
  }
}

export const flowise: ProductConnector = {
  kind: 'flowise',
  title: 'Flowise',
  version: '3.1',
  format: 'flowise',
  signIn: {
    label: 'API key',
    steps: [
      'Open Flowise and go to API Keys.',
      'Choose “Create Key”, give it a name, and the permissions that you need here.',
      'Copy the key.',
    ],
    path: '/apikey',
  },
  headersFor: (key) => ({ authorization: `Bearer ${key}` }),
  isHere: async (client) => {
    const ask = (path: string) => client.ask(`${api}${path}`).catch(() => null)
    const [ping, refused] = await Promise.all([ask('/ping'), ask('/chatflows')])
    return ping?.body === 'pong' && refused?.status === 401 && refused.body.includes('"Unauthorized Access"')
  },
  connect,
}
