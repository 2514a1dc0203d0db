/**
 * Kestra, by its API v1. Source: kestra.io/docs/api-reference, and the controllers of release 1.3
 * (webserver/src/main/java/io/kestra/webserver/controllers/api).
 */
import { z } from 'zod'
import type { Connection, ConnectionOptions, ProductCaller, ProductConnector } from '#server/connectors/connector.ts'
import { channelHandlers } from './channels.ts'
import { flowHandlers } from './flows.ts'
import { kestraAddress } from './kestra-address.ts'
import { api } from './kestra-client.ts'
import { Configuration, pageOf } from './kestra-schemas.ts'
import { KestraState } from './kestra-state.ts'
import { runHandlers } from './runs.ts'
import { toolHandlers } from './tools.ts'

/** Kestra does not say who a key belongs to, nor what it may do. */
async function callerOf(state: KestraState): Promise<ProductCaller> {
  const { client, tenant } = state
  await client.json(pageOf(z.unknown()), state.path('/flows/search'), { query: { size: 1 } })
  const { version } = await client.json(Configuration, `${api}/configs`)
  return { version, person: null, account: tenant, canWrite: true }
}

function connect(options: ConnectionOptions): Connection {
  const state = new KestraState(options)
  const pages = `${options.publicBase}/ui/${encodeURIComponent(state.tenant)}`
  return {
    caller: () => callerOf(state),
    links: {
      flow: `${pages}/flows/edit/{flow}`,
      node: null,
      run: `${pages}/executions/{flow}/{run}`,
    },
    handlers: [...flowHandlers(state), ...runHandlers(state), ...toolHandlers(state), ...channelHandlers(state)],
  }
}

export const kestra: ProductConnector = {
  kind: 'kestra',
  title: 'Kestra',
  version: '1.3',
  format: 'kestra',
  signIn: {
    label: 'User and password as user:password, or an API token',
    steps: [
      'Type the email address and the password with which you sign in to Kestra, with a colon between them: name@example.com:password.',
      'In the enterprise edition, create an API token instead: open your profile in Kestra, go to API Tokens, and choose “Create”.',
      'Copy the token: Kestra shows it only once.',
    ],
    path: null,
  },
  addressOf: kestraAddress,
  // An API token has no colon.
  headersFor: (key) => ({
    authorization: key.includes(':') ? `Basic ${Buffer.from(key, 'utf8').toString('base64')}` : `Bearer ${key}`,
  }),
  isHere: async (client) => {
    // The only answer that Kestra gives without a key.
    const found = await client.json(Configuration, `${api}/configs`).catch(() => null)
    return found !== null
  },
  connect,
}
