/**
 * Langflow, by its API v1. Source: docs.langflow.org/1.12.0/api-flows, api-projects, api-monitor and traces; in the
 * repository of Langflow src/backend/base/langflow/api/v1/flows.py, monitor.py and traces.py.
 */
import { z } from 'zod'
import type { Connection, ConnectionOptions, ProductCaller, ProductConnector } from '#server/connectors/connector.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { conversationHandlers } from './conversations.ts'
import { flowHandlers } from './flows.ts'
import { api, readProjects } from './langflow-client.ts'
import { LangflowState } from './langflow-state.ts'
import { runHandlers } from './runs.ts'
import { toolHandlers } from './tools.ts'

/** `package`: "Langflow", "Langflow Base", "Langflow Nightly". */
const Version = z.looseObject({ version: z.string(), package: z.string().startsWith('Langflow') })

async function callerOf({ client }: LangflowState): Promise<ProductCaller> {
  await readProjects(client)
  const version = await client.json(Version, `${api}/version`).catch(() => null)
  return { version: version?.version ?? null, person: null, account: 'Langflow', canWrite: true }
}

function connect(options: ConnectionOptions): Connection {
  const state = new LangflowState(options)
  return {
    caller: () => callerOf(state),
    // A node and a trace have no page of their own.
    links: { flow: `${options.publicBase}/flow/{flow}`, node: null, run: null },
    handlers: [...flowHandlers(state), ...runHandlers(state), ...toolHandlers(state), ...conversationHandlers(state)],
  }
}

export const langflow: ProductConnector = {
  kind: 'langflow',
  title: 'Langflow',
  version: '1.12',
  format: 'langflow',
  signIn: {
    label: 'API key',
    steps: [
      'Open Langflow, click your profile icon, and go to Settings → Langflow API Keys.',
      'Choose “Add New”, and give the key a name.',
      'Copy the key: Langflow shows it only once.',
    ],
    path: '/settings/api-keys',
  },
  headersFor: (key) => ({ 'x-api-key': key }),
  isHere: async (client) => {
    const answer = await client.ask(`${api}/version`).catch(() => null)
    const json = answer?.status === 200 ? parseJson(answer.body) : null
    return json?.ok === true && Version.safeParse(json.value).success
  },
  connect,
}
