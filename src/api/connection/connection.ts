/**
 * The connection of this page: the service that it uses. A console with several services lists them in `<meta
 * name="services" content="[…]">` (server/proxy/service-mounts.ts); they come first. Otherwise the first connection is
 * the page's own. Its base URL is in `<meta name="api-base" content="/api">`, which the web server may set; otherwise in
 * `config.json` beside the page, read once: `{"base_url": "https://…/api"}`; otherwise it is `/api`. Further connections
 * are added in Settings and stored in this browser, without their credentials (`credentials.ts`). A page keeps its
 * connection until it is reloaded, so data of two services never mix. Parsed without a schema: the first script contains
 * this code and has to stay small.
 */
const defaultBase = '/api'

/**
 * Ways to sign in: none, `Authorization: Token x`, `Authorization: Bearer x`, a custom header, a cookie of the same
 * origin.
 */
const signInKinds = ['none', 'token', 'bearer', 'header', 'cookie'] as const
export type SignInKind = (typeof signInKinds)[number]

export interface Connection {
  id: string
  name: string
  /** Null = the page's own base URL. */
  base: string | null
  kind: SignInKind
  /** Name of the header, if `kind` is `header`. */
  header: string
  /** Of a service in the page's list, which cannot be removed: its product ("n8n"); '' = not known. */
  product?: string
}

export const ownId = 'own'
const pageConnection: Connection = { id: ownId, name: 'This service', base: null, kind: 'cookie', header: '' }

export const connectionsKey = 'flow-console.connections'
/**
 * Storage key of the chosen connection: sessionStorage has that of this tab, localStorage that of the next new tab.
 */
export const chosenKey = 'flow-console.connection'

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

const textOf = (record: object, name: string): string => {
  const value: unknown = Reflect.get(record, name)
  return typeof value === 'string' ? value : ''
}

/** Null if the record is not a connection. */
function connectionIn(record: unknown): Connection | null {
  if (typeof record !== 'object' || record === null) return null
  const id = textOf(record, 'id')
  const base = id === ownId ? null : withoutSlash(textOf(record, 'base'))
  if (id === '' || base === '') return null
  const kind = signInKinds.find((one) => one === textOf(record, 'kind')) ?? 'none'
  const product: unknown = Reflect.get(record, 'product')
  return {
    id,
    name: textOf(record, 'name') || base || pageConnection.name,
    base,
    kind,
    header: textOf(record, 'header'),
    ...(typeof product === 'string' ? { product } : {}),
  }
}

/** The entries of a list in JSON; none if the text is not our JSON, or truncated. */
function recordsIn(text: string | null): unknown[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]')
    return Array.isArray(list) ? list : []
  } catch {
    return []
  }
}

/** The connections in a stored text, the page's own first; invalid entries are skipped. */
export function connectionsIn(text: string | null): Connection[] {
  const read = recordsIn(text)
    .map(connectionIn)
    .filter((one) => one !== null)
  const others = read.filter(({ id }, index) => id !== ownId && read.findIndex((one) => one.id === id) === index)
  return [read.find(({ id }) => id === ownId) ?? pageConnection, ...others]
}

/**
 * The services in the text of the page's list, then those of `stored` that the user added. The sign-in of a listed
 * service is stored under its id.
 */
export function withListedServices(text: string, stored: readonly Connection[]): Connection[] {
  const services = recordsIn(text)
    .map(connectionIn)
    .filter((one) => one !== null)
    .map((service) => {
      const { kind, header } = stored.find(({ id }) => id === service.id) ?? service
      return { product: '', ...service, kind, header }
    })
  const others = stored.filter(({ id, product }) => product === undefined && services.every((one) => one.id !== id))
  return services.length === 0 ? others : [...services, ...others.filter(({ id }) => id !== ownId)]
}

function item(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

const metaContent = (name: string): string =>
  document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? ''

export const storedConnections = (): Connection[] => connectionsIn(item(() => localStorage, connectionsKey))

/** All connections: the services of the page's list, or the page's own service; then those stored in this browser. */
export const allConnections = (): Connection[] => withListedServices(metaContent('services'), storedConnections())

/** Parameter of a URL that names the connection of its page, for links to another service. */
export const serviceParameter = 'service'

let pageConnectionId: string | null = null

/** The stored connection of this page. */
export function connection(): Connection {
  const all = allConnections()
  if (pageConnectionId === null) {
    const named = new URLSearchParams(location.search).get(serviceParameter)
    const choices = [named, item(() => sessionStorage, chosenKey), item(() => localStorage, chosenKey)]
    const chosen = choices.find((choice) => all.some(({ id }) => id === choice))
    pageConnectionId = chosen ?? all[0]?.id ?? ownId
    try {
      // A switch in another tab does not affect this one.
      sessionStorage.setItem(chosenKey, pageConnectionId)
    } catch {
      // Storage is unavailable: only the page's own connection exists.
    }
  }
  return all.find(({ id }) => id === pageConnectionId) ?? { ...pageConnection, id: pageConnectionId }
}

/** Prefix of a connection's storage keys in this browser; empty for the page's own. */
export function connectionPrefix({ id }: Pick<Connection, 'id'> = connection()): string {
  return id === ownId ? '' : `${id} `
}

/** The base URL from the page's meta element, or null. */
function baseOfPage(): string | null {
  const content = metaContent('api-base')
  return content === '' ? null : withoutSlash(content)
}

async function baseOfConfig(): Promise<string> {
  const response = await fetch(`${import.meta.env.BASE_URL}config.json`, { headers: { accept: 'application/json' } })
  // A server for single-page apps returns its start page for a missing file: HTML without a base URL.
  const isJson = (response.headers.get('content-type') ?? '').includes('json')
  if (!response.ok || !isJson) return defaultBase
  const config: unknown = await response.json()
  const baseFromConfig = typeof config === 'object' && config !== null ? textOf(config, 'base_url') : ''
  return baseFromConfig === '' ? defaultBase : withoutSlash(baseFromConfig)
}

let pageBaseUrl: Promise<string> | null = null

/** The base URL of the page's own service. Rejects if config.json cannot be fetched; the next call retries. */
export function ownBaseUrl(): Promise<string> {
  const named = baseOfPage()
  if (named !== null) return Promise.resolve(named)
  pageBaseUrl ??= baseOfConfig().catch((problem: unknown) => {
    pageBaseUrl = null
    throw problem
  })
  return pageBaseUrl
}

let chosenBase: string | null = null

/**
 * The base URL of this page's service, without a trailing slash; constant while the page is open. Rejects like
 * `ownBaseUrl`.
 */
export function baseUrl(): Promise<string> {
  chosenBase ??= connection().base
  return chosenBase === null ? ownBaseUrl() : Promise.resolve(chosenBase)
}
