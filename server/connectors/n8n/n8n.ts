/** n8n, by its public API v1. Source: docs.n8n.io/api, and answers recorded from n8n 2.30.0. */
import { z } from 'zod'
import type { Connection, ConnectionOptions, ProductCaller, ProductConnector } from '#server/connectors/connector.ts'
import type { ProductClient } from '#server/connectors/product-client.ts'
import { channelHandlers } from './channels.ts'
import { flowHandlers } from './flows.ts'
import { conversationHandlers } from './conversations.ts'
import { api, pagesOf } from './n8n-client.ts'
import { N8nState } from './n8n-state.ts'
import { runHandlers } from './runs.ts'
import { toolHandlers } from './tools.ts'

/** What n8n says to a request without a key. */
const noKey = /X-N8N-API-KEY/i

/** Version in n8n's start page, which names it for error reports; null if it does not. */
async function versionOf(client: ProductClient): Promise<string | null> {
  const { body } = await client.ask('/', { headers: { accept: 'text/html' } })
  const encoded = /name="n8n:config:sentry" content="([\w+/=]+)"/.exec(body)?.[1] ?? ''
  return /"release":"n8n@([\w.-]+)"/.exec(Buffer.from(encoded, 'base64').toString('utf8'))?.[1] ?? null
}

/** Writes to objects that do not exist, for which n8n answers 404, or 403 to a key without the right. */
const missingId = 'flow-console-asks-for-rights'
const probes = [`/workflows/${missingId}/activate`, `/workflows/${missingId}/archive`, '/executions/0/stop']

/** n8n does not say what a key may do: false if it may do none of these. */
async function canWrite(client: ProductClient): Promise<boolean> {
  const answers = await Promise.all(
    probes.map((path) => client.ask(`${api}${path}`, { method: 'POST', body: {} }).catch(() => null)),
  )
  return answers.some((answer) => answer?.status !== 403)
}

/** The key may have rights for some lists alone: refused only if it opens none. */
async function callerOf(client: ProductClient): Promise<ProductCaller> {
  for await (const page of pagesOf(client, z.unknown(), '/workflows', { limit: 1 })) {
    void page
    break
  }
  const [version, mayWrite] = await Promise.all([versionOf(client).catch(() => null), canWrite(client)])
  return { version, person: null, account: 'n8n', canWrite: mayWrite }
}

function connect(options: ConnectionOptions): Connection {
  const state = new N8nState(options)
  const { client, publicBase } = options
  return {
    caller: () => callerOf(client),
    links: {
      flow: `${publicBase}/workflow/{flow}`,
      node: `${publicBase}/workflow/{flow}/{node}`,
      run: `${publicBase}/workflow/{flow}/executions/{run}`,
    },
    handlers: [
      ...flowHandlers(state),
      ...runHandlers(state),
      ...toolHandlers(state),
      ...channelHandlers(state),
      ...conversationHandlers(state),
    ],
  }
}

export const n8n: ProductConnector = {
  kind: 'n8n',
  title: 'n8n',
  version: '2.30',
  format: 'n8n',
  signIn: {
    label: 'API key',
    steps: [
      'Open n8n and go to Settings → n8n API.',
      'Choose “Create API key”. Give it a label, the expiration “Never” or one that you will notice, and all scopes; with “Read only” you change nothing here. Save.',
      'Copy the key with the copy button: n8n shows it shortened, and only once.',
    ],
    path: '/settings/api',
  },
  headersFor: (key) => ({ 'x-n8n-api-key': key }),
  isHere: async (client) => {
    const answer = await client.ask(`${api}/workflows`, { query: { limit: 1 } }).catch(() => null)
    return answer !== null && answer.status === 401 && noKey.test(answer.body)
  },
  connect,
}
