/**
 * Which service this page works with. The first connection is the page's own: the page may name its address itself
 * (`<meta name="api-base" content="/api">`, filled by whoever serves it); otherwise `config.json` beside the page is read
 * once: `{"base_url": "https://…/api"}`; without either it is `/api`. Further ones are named in Settings and kept in this
 * browser, without what one signs in with (`credentials.ts`). A page keeps its connection until it is loaded anew: what it
 * holds of one service never meets another. Read by hand: the first script needs it, and a schema would be most of that.
 */
const defaultBase = '/api'

/** What one signs in with: nothing, `Authorization: Token x`, `Authorization: Bearer x`, a header of one's own, a cookie of the same origin. */
const signInKinds = ['none', 'token', 'bearer', 'header', 'cookie'] as const
export type SignInKind = (typeof signInKinds)[number]

export interface Connection {
  id: string
  name: string
  /** Null = the page says it. */
  base: string | null
  kind: SignInKind
  /** The name of the header, where `kind` is `header`. */
  header: string
}

export const ownId = 'own'
const ownConnection: Connection = { id: ownId, name: 'This service', base: null, kind: 'cookie', header: '' }

export const connectionsKey = 'flow-console.connections'
/** In sessionStorage the connection of the tab, in localStorage that of the next one. */
export const chosenKey = 'flow-console.connection'

const withoutSlash = (url: string) => url.replace(/\/+$/, '')

const textOf = (record: object, name: string): string => {
  const value: unknown = Reflect.get(record, name)
  return typeof value === 'string' ? value : ''
}

/** Null where what lies there is no connection. */
function connectionIn(record: unknown): Connection | null {
  if (typeof record !== 'object' || record === null) return null
  const id = textOf(record, 'id')
  const base = id === ownId ? null : withoutSlash(textOf(record, 'base'))
  if (id === '' || base === '') return null
  const kind = signInKinds.find((one) => one === textOf(record, 'kind')) ?? 'none'
  return {
    id,
    name: textOf(record, 'name') || base || ownConnection.name,
    base,
    kind,
    header: textOf(record, 'header'),
  }
}

/** The connections in a text, the page's own first; what is no connection counts as not there. */
export function connectionsIn(text: string | null): Connection[] {
  let list: unknown = null
  try {
    list = JSON.parse(text ?? '[]')
  } catch {
    // Not ours, or cut: only the page's own is left.
  }
  const read = (Array.isArray(list) ? list : []).map(connectionIn).filter((one) => one !== null)
  const others = read.filter(({ id }, index) => id !== ownId && read.findIndex((one) => one.id === id) === index)
  return [read.find(({ id }) => id === ownId) ?? ownConnection, ...others]
}

function item(storage: () => Storage, key: string): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

/** All connections, the page's own first, as they are kept now. */
export const allConnections = (): Connection[] => connectionsIn(item(() => localStorage, connectionsKey))

let here: string | null = null

/** The connection of this page, as it is kept now. */
export function connection(): Connection {
  const all = allConnections()
  if (here === null) {
    const chosen = item(() => sessionStorage, chosenKey) ?? item(() => localStorage, chosenKey)
    here = all.find(({ id }) => id === chosen)?.id ?? ownId
    try {
      // What another tab switches to is no matter of this one.
      sessionStorage.setItem(chosenKey, here)
    } catch {
      // Storage is refused: there is the page's own connection alone.
    }
  }
  return all.find(({ id }) => id === here) ?? { ...ownConnection, id: here }
}

/** What keys of this connection begin with in this browser, where records of several lie beside each other: nothing for the page's own. */
export function connectionPrefix(): string {
  const { id } = connection()
  return id === ownId ? '' : `${id} `
}

/** The base URL that the page names, or null where it names none. */
function baseOfPage(): string | null {
  const content = document.querySelector('meta[name="api-base"]')?.getAttribute('content') ?? ''
  return content === '' ? null : withoutSlash(content)
}

async function baseOfConfig(): Promise<string> {
  const answer = await fetch(`${import.meta.env.BASE_URL}config.json`, { headers: { accept: 'application/json' } })
  // A server for single-page apps answers a missing file with the page itself: that names no base URL either.
  const isJson = (answer.headers.get('content-type') ?? '').includes('json')
  if (!answer.ok || !isJson) return defaultBase
  const config: unknown = await answer.json()
  const named = typeof config === 'object' && config !== null ? textOf(config, 'base_url') : ''
  return named === '' ? defaultBase : withoutSlash(named)
}

let ofPage: Promise<string> | null = null

/** The base URL of the page's own service. Rejects where config.json cannot be fetched; the next call tries again. */
export function ownBaseUrl(): Promise<string> {
  const named = baseOfPage()
  if (named !== null) return Promise.resolve(named)
  ofPage ??= baseOfConfig().catch((problem: unknown) => {
    ofPage = null
    throw problem
  })
  return ofPage
}

let chosenBase: string | null = null

/** The base URL of the service of this page, without a slash at its end; the same as long as the page is open. Rejects like `ownBaseUrl`. */
export function baseUrl(): Promise<string> {
  chosenBase ??= connection().base
  return chosenBase === null ? ownBaseUrl() : Promise.resolve(chosenBase)
}
