/**
 * Node-RED, by its admin API. Source: nodered.org/docs/api/admin/methods/, and answers recorded from Node-RED 5.0.7.
 * Node-RED records no runs: there are no handlers for them.
 */
import { parseJson } from '#lib/json/safe-json.ts'
import type { Connection, ConnectionOptions, ProductCaller, ProductConnector } from '#server/connectors/connector.ts'
import type { ProductClient } from '#server/connectors/product-client.ts'
import { channelHandlers } from './channels.ts'
import { flowHandlers } from './flows.ts'
import { LoginForm, Settings } from './node-red-schemas.ts'
import { NodeRedState } from './node-red-state.ts'
import { signedInClient, tokenHeaders } from './sign-in.ts'
import { toolHandlers } from './tools.ts'

/** Permissions that let a user deploy. */
const writing = new Set(['*', 'write', '*.write', 'flows.write'])

async function callerOf(state: NodeRedState): Promise<ProductCaller> {
  // Reading the flows shows whether the key is accepted; the settings need a right of their own.
  await state.flows()
  const settings = await state.settings()
  const { username, anonymous, permissions } = settings?.user ?? {}
  const rights = permissions === undefined ? null : [permissions].flat()
  return {
    version: settings?.version ?? null,
    person: username === undefined || anonymous === true ? null : { id: username, name: username },
    account: 'Node-RED',
    canWrite: rights === null || rights.some((right) => writing.has(right)),
  }
}

function connect(options: ConnectionOptions): Connection {
  const state = new NodeRedState({ ...options, client: signedInClient(options.client, options.key) })
  const { publicBase } = options
  return {
    caller: () => callerOf(state),
    links: { flow: `${publicBase}/#flow/{flow}`, node: `${publicBase}/#node/{node}`, run: null },
    handlers: [...flowHandlers(state), ...toolHandlers(state), ...channelHandlers(state)],
  }
}

/** A label or address that only Node-RED's form for signing in has. */
const ownPrompt = /^user\.(?:username|password)$|auth\/strategy$/

/** The JSON of an answer without a key; undefined if there is none. */
async function publicJson(client: ProductClient, path: string): Promise<unknown> {
  const answer = await client.ask(path).catch(() => null)
  const json = answer?.status === 200 ? parseJson(answer.body) : null
  return json?.ok === true ? json.value : undefined
}

/** Its settings if it has no sign-in, else its form for signing in. */
async function isHere(client: ProductClient): Promise<boolean> {
  const login = LoginForm.safeParse(await publicJson(client, '/auth/login'))
  if (login.success)
    return login.data.prompts.some(({ label = '', url = '' }) => ownPrompt.test(label) || ownPrompt.test(url))
  const settings = Settings.safeParse(await publicJson(client, '/settings'))
  if (!settings.success || settings.data.httpNodeRoot === undefined) return false
  return 'flowEncryptionType' in settings.data || 'editorTheme' in settings.data
}

export const nodeRed: ProductConnector = {
  kind: 'node-red',
  title: 'Node-RED',
  version: '5.0',
  format: 'node-red',
  signIn: {
    label: 'User and password as user:password, or an access token',
    steps: [
      'Type the name and the password with which you sign in to the editor, with a colon between them.',
      'If your Node-RED signs people in with another service, ask its administrator for an access token (adminAuth.tokens).',
    ],
    path: null,
    isOptional: true,
  },
  headersFor: tokenHeaders,
  isHere,
  connect,
}
