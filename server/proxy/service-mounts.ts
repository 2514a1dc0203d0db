/**
 * Several services behind one console, each below its own path: `/services/<id>/api/flow/` → `<its base>/flow/`. Each
 * has its own forwarder, connections and limit, so that one that hangs holds up no other.
 */
import { Fault } from '#server/base/fault.ts'
import type { ServiceEntry } from '#server/base/services-file.ts'
import type { Forwarder } from './forward.ts'
import { mountedAt } from './target.ts'

/** The path of a service at the console, above `/api`. */
export const mountPrefix = (id: string): string => `/services/${id}`

/** Path of a request below a prefix: `/services/<id>/…`. */
const mountedPath = /^\/services\/([a-z0-9-]+)(\/.*)?$/

/**
 * Maximum open requests to one service. A page has at most six; a service that hangs would otherwise collect those of
 * all pages for minutes, until the console has no sockets left.
 */
const maxOpenRequests = 200

/** The header with the key of a service, for requests without one. */
function keyHeader({ key, signIn }: ServiceEntry): { name: string; value: string } | null {
  if (key === null) return null
  if (signIn.kind === 'header') return { name: signIn.header.toLowerCase(), value: key }
  return { name: 'authorization', value: `${signIn.kind === 'token' ? 'Token' : 'Bearer'} ${key}` }
}

/** Options of the gate to one service. A connector puts the key into the header of its product itself. */
export const gateOptions = (entry: ServiceEntry) => ({
  base: entry.base,
  cookies: entry.cookies,
  headers: entry.headers,
  key: keyHeader(entry),
  kind: entry.kind === 'flow-console' ? ('none' as const) : entry.kind,
  apiKey: entry.key,
  publicBase: entry.publicUrl,
})

/** Wraps a forwarder so that it sees a request as if it were the only service: `/api/flow/`. */
function mounted({ id, name }: ServiceEntry, forwarder: Forwarder, maxOpen: number): Forwarder {
  const prefix = mountPrefix(id)
  let open = 0
  return {
    async forward(request, response) {
      if (open >= maxOpen)
        throw new Fault('unavailable', `“${name}” does not respond: ${open} requests are waiting for it.`, {
          headers: { 'retry-after': '10' },
        })
      const { message, path } = request.incoming
      const url = message.url ?? '/'
      // The forwarder refuses a URL in absolute form.
      if (url.startsWith(`${prefix}/`)) message.url = url.slice(prefix.length)
      open += 1
      try {
        return await forwarder.forward(
          { ...request, incoming: { ...request.incoming, path: path.slice(prefix.length) } },
          response,
        )
      } catch (error) {
        throw error instanceof Fault ? namedFault(error, name) : error
      } finally {
        open -= 1
      }
    },
    close: () => forwarder.close(),
  }
}

/** The remedy of an error names the setting that has the address. */
function namedFault(fault: Fault, name: string): Fault {
  if (!fault.message.includes('API_BASE_URL')) return fault
  return Fault.from({
    ...fault.data(),
    message: fault.message.replaceAll('API_BASE_URL', `the address of “${name}” in SERVICES_FILE`),
  })
}

/**
 * Forwards to the service that the path names. 404 for any other path below `/services/`, and for `/api`, which belongs
 * to no service here.
 */
export function makeServiceMounts(
  entries: readonly ServiceEntry[],
  makeForwarder: (entry: ServiceEntry, prefix: string) => Forwarder,
  { maxOpen = maxOpenRequests } = {},
): Forwarder {
  const forwarders = new Map(
    entries.map((entry) => [entry.id, mounted(entry, makeForwarder(entry, mountPrefix(entry.id)), maxOpen)]),
  )
  return {
    forward: async (request, response) => {
      const [, id = '', rest = ''] = mountedPath.exec(request.incoming.path) ?? []
      const forwarder = forwarders.get(id)
      if (forwarder === undefined) throw new Fault('not_found', 'This console has no service at this path.')
      if (rest !== mountedAt && !rest.startsWith(`${mountedAt}/`))
        throw new Fault('not_found', `Requests to this service begin with ${mountPrefix(id)}${mountedAt}/.`)
      return forwarder.forward(request, response)
    },
    close: () => forwarders.forEach((one) => one.close()),
  }
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }
const attribute = (text: string): string => text.replaceAll(/[&"<>]/g, (sign) => escapes[sign] ?? sign)

/** What a page learns about the services: never an address or a key. */
const listedService = ({ id, name, kind, signIn }: ServiceEntry) => ({
  id,
  name,
  base: mountPrefix(id) + mountedAt,
  kind: signIn.kind,
  header: signIn.header,
  product: kind,
})

/** The page with the list of services, so that it need not request one. */
export const withServices =
  (entries: readonly ServiceEntry[]) =>
  (html: string): string =>
    html
      .replace('<meta name="services" content=""', () => {
        const list = JSON.stringify(entries.map(listedService))
        return `<meta name="services" content="${attribute(list)}"`
      })
      .replace(/\s*<link rel="preload" href="\/config\.json"[^>]*>/, '')
