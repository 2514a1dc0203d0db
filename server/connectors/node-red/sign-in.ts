/**
 * Signs requests to Node-RED in: with an access token, or with user and password, which are exchanged for a token that
 * stays in memory. Source: nodered.org/docs/api/admin/oauth.
 */
import { isRecord } from '#lib/json/json.ts'
import { parseJson } from '#lib/json/safe-json.ts'
import { Fault } from '#server/base/fault.ts'
import type { ProductClient, ProductRequest } from '#server/connectors/product-client.ts'
import { Settings, Token } from './node-red-schemas.ts'

/** ms for which a refused password is not sent again: after 5 failures Node-RED refuses the user for 10 minutes. */
const refusedMs = 60_000

interface Password {
  user: string
  password: string
}

/** "user:password"; null for a token, which has no colon. */
function passwordIn(key: string): Password | null {
  const end = key.indexOf(':')
  return end <= 0 ? null : { user: key.slice(0, end), password: key.slice(end + 1) }
}

/** Headers that sign in with a token; a password is exchanged first. */
export const tokenHeaders = (key: string): Record<string, string> =>
  passwordIn(key) === null ? { authorization: `Bearer ${key}` } : {}

/** True if the instance asks nobody to sign in. */
async function isOpen(client: ProductClient): Promise<boolean> {
  const { status, body } = await client.ask('/auth/login')
  const json = status === 200 ? parseJson(body) : null
  return json?.ok === true && isRecord(json.value) && Object.keys(json.value).length === 0
}

/** Exchanges a password for a token; null if none is needed. */
async function exchange(client: ProductClient, { user, password }: Password): Promise<string | null> {
  const form = new URLSearchParams({
    client_id: 'node-red-admin',
    grant_type: 'password',
    // Empty = all that the user may do.
    scope: '',
    username: user,
    password,
  })
  const content = form.toString()
  const { status, body } = await client.ask('/auth/token', {
    method: 'POST',
    text: { content, type: 'application/x-www-form-urlencoded' },
  })
  const json = parseJson(body)
  const token = status === 200 && json.ok ? Token.safeParse(json.value).data : undefined
  if (token) return token.access_token
  if (/too many login attempts/i.test(body))
    throw new Fault('throttled', 'Node-RED refuses this user after too many failed sign-ins. Try again in 10 minutes.')
  if (status === 403) throw new Fault('not_authenticated', 'Node-RED did not accept this user and password.')
  if (await isOpen(client)) return null
  if (status < 500)
    throw new Fault('not_authenticated', 'This Node-RED has no sign-in with a password. Use an access token.')
  throw new Fault('upstream_broken', `Node-RED failed to sign in (${status}). See its own log.`)
}

/** The token of a user. */
class TokenSource {
  readonly #client: ProductClient
  readonly #password: Password
  #token: Promise<string | null> | null = null
  #refused: { fault: Fault; at: number } | null = null

  constructor(client: ProductClient, password: Password) {
    this.#client = client
    this.#password = password
  }

  token(): Promise<string | null> {
    if (this.#refused && performance.now() - this.#refused.at < refusedMs) throw this.#refused.fault
    this.#token ??= exchange(this.#client, this.#password).catch((error: unknown) => {
      this.#token = null
      if (error instanceof Fault && error.code !== 'upstream_broken')
        this.#refused = { fault: error, at: performance.now() }
      throw error
    })
    return this.#token
  }

  /** Forgets a token that is not accepted any more. */
  forget(): void {
    this.#token = null
  }
}

const isRefusal = (error: unknown): boolean => error instanceof Fault && error.code === 'not_authenticated'

/** A client whose requests are signed in with a key, or not at all if it is null. */
export function signedInClient(client: ProductClient, key: string | null): ProductClient {
  const password = key === null ? null : passwordIn(key)
  const source = password && new TokenSource(client, password)

  const signed = async (request: ProductRequest): Promise<ProductRequest> => {
    const token = source === null ? null : await source.token()
    return token === null ? request : { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } }
  }

  /** True if Node-RED accepts the key as such: it answers 401 also for a lack of rights. */
  const isAccepted = async (): Promise<boolean> => {
    if (key === null) return false
    const { status, body } = await client.ask('/settings', await signed({}))
    const json = parseJson(body)
    const user = status === 200 && json.ok ? Settings.safeParse(json.value).data?.user : undefined
    return user !== undefined && user.anonymous !== true
  }

  const asked = async <T>(request: ProductRequest, send: (signedRequest: ProductRequest) => Promise<T>): Promise<T> => {
    try {
      return await send(await signed(request))
    } catch (error) {
      if (!isRefusal(error)) throw error
      if (await isAccepted()) throw new Fault('permission_denied', 'Node-RED does not allow this user to do this.')
      if (!source) throw error
      // The token may have expired, or Node-RED may have lost it with a restart.
      source.forget()
      return send(await signed(request))
    }
  }

  return {
    title: client.title,
    base: client.base,
    get requestCount() {
      return client.requestCount
    },
    ask: async (path, request = {}) => client.ask(path, await signed(request)),
    json: (schema, path, request = {}) => asked(request, (sent) => client.json(schema, path, sent)),
    text: (path, request = {}) => asked(request, (sent) => client.text(path, sent)),
  }
}
