/** n8n for tests: on a free loopback port, with its own Postgres, an owner, and a key of the public API. */
import { randomUUID } from 'node:crypto'
import { freePort } from '#scripts/free-port.mjs'
import { startPostgres } from '#scripts/postgres.mjs'
import { StepFailed } from '#scripts/step.mjs'
import { installProduct } from './install.mjs'
import { productPlace, startProduct } from './product-process.mjs'

/**
 * @typedef {object} N8n
 * @property {string} url origin, without a trailing slash
 * @property {string} key of the public API, with all scopes of the owner, valid for ever
 * @property {{ email: string, password: string }} owner who may sign in at `url`
 * @property {string} databaseUrl
 * @property {(method: string, path: string, body?: unknown) => Promise<any>} api the public API: "GET", "/workflows"
 * @property {() => Promise<void>} stop
 */

const owner = { email: 'owner@example.com', firstName: 'Olga', lastName: 'Owner', password: 'Sentences work 4 me' }

/**
 * @param {string} what the request
 * @param {Response} response
 * @returns {Promise<any>} the JSON of a successful response
 */
async function bodyOf(what, response) {
  const text = await response.text()
  if (!response.ok) throw new StepFailed(`n8n answered ${what} with ${response.status}: ${text.slice(0, 1000)}`)
  return text === '' ? undefined : JSON.parse(text)
}

/**
 * A client of the public API.
 * @param {string} url
 * @param {string} key
 * @returns {N8n['api']}
 */
const publicApi = (url, key) => async (method, path, body) => {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { 'X-N8N-API-KEY': key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return bodyOf(`${method} ${path}`, response)
}

/**
 * Creates the owner, and a key in their name.
 * @param {string} url
 * @returns {Promise<string>} the key
 */
async function setUp(url) {
  const headers = { 'Content-Type': 'application/json', 'browser-id': randomUUID() }
  const post = (/** @type {string} */ path, /** @type {object} */ body, cookie = '') =>
    fetch(`${url}/rest${path}`, { method: 'POST', headers: { ...headers, cookie }, body: JSON.stringify(body) })
  const created = await post('/owner/setup', owner)
  await bodyOf('POST /rest/owner/setup', created)
  const cookie = created.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  const scopesResponse = await fetch(`${url}/rest/api-keys/scopes`, { headers: { ...headers, cookie } })
  const { data: scopes } = await bodyOf('GET /rest/api-keys/scopes', scopesResponse)
  const keyResponse = await post('/api-keys', { label: 'Tests', scopes, expiresAt: null }, cookie)
  const { data } = await bodyOf('POST /rest/api-keys', keyResponse)
  return data.rawApiKey
}

/**
 * @param {string} databaseUrl
 * @param {{ folder: string, port: number, brokerPort: number }} places
 * @returns {Record<string, string>}
 */
function settingsOf(databaseUrl, { folder, port, brokerPort }) {
  const { hostname, port: databasePort, username, password, pathname } = new URL(databaseUrl)
  return {
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: hostname,
    DB_POSTGRESDB_PORT: databasePort || '5432',
    DB_POSTGRESDB_DATABASE: decodeURIComponent(pathname.slice(1)),
    DB_POSTGRESDB_USER: decodeURIComponent(username),
    DB_POSTGRESDB_PASSWORD: decodeURIComponent(password),
    N8N_USER_FOLDER: folder,
    N8N_LISTEN_ADDRESS: '127.0.0.1',
    N8N_HOST: '127.0.0.1',
    N8N_PORT: String(port),
    N8N_RUNNERS_BROKER_PORT: String(brokerPort),
    N8N_SECURE_COOKIE: 'false',
    GENERIC_TIMEZONE: 'UTC',
    // No requests to other hosts.
    N8N_DIAGNOSTICS_ENABLED: 'false',
    N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
    N8N_TEMPLATES_ENABLED: 'false',
    N8N_PERSONALIZATION_ENABLED: 'false',
    N8N_HIRING_BANNER_ENABLED: 'false',
  }
}

/**
 * Installs n8n if needed, and starts it without workflows, in a Postgres of its own.
 * @param {{ port?: number }} [options]
 * @returns {Promise<N8n>}
 */
export async function startN8n(options = {}) {
  const installed = await installProduct('n8n')
  const postgres = await startPostgres({ own: true })
  try {
    const { folder, port, url } = await productPlace('n8n', options.port)
    const env = settingsOf(postgres.url, { folder, port, brokerPort: await freePort() })
    const isReady = async () => (await fetch(`${url}/healthz/readiness`)).ok
    const stopProcesses = await startProduct({ name: 'n8n', folder, installed, args: ['start'], env, isReady })
    const stop = async () => {
      await stopProcesses()
      await postgres.stop()
    }
    const key = await setUp(url).catch(async (error) => {
      await stopProcesses()
      throw error
    })
    const { email, password } = owner
    return { url, key, owner: { email, password }, databaseUrl: postgres.url, api: publicApi(url, key), stop }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}
