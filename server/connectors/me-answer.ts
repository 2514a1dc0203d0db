/** `/me/` of a product: what the console can do with it, derived from the endpoints that its connector answers. */
import type { Me } from '#contract/account.ts'
import { allEndpoints } from '#contract/api.ts'
import type { Known, Connection, ProductCaller, ProductConnector } from './connector.ts'

/** Extensions that need no endpoint of their own in a connector. */
const alwaysThere = ['me']

/** The `/me/` answer. `lacks`: endpoints of the core, and of extensions that are there in part, without a handler. */
export function meOf(
  { kind, title, format }: ProductConnector,
  { handlers, links }: Connection,
  { version, person, account, canWrite }: ProductCaller,
  currency: string,
): Known<Me> {
  const answered = new Set(handlers.map(({ endpoint }) => endpoint.id))
  const extensions = new Set([...alwaysThere, ...handlers.flatMap(({ endpoint }) => endpoint.extension ?? [])])
  const lacks = allEndpoints
    .filter(({ id, extension }) => !answered.has(id) && (extension === null || extensions.has(extension)))
    .filter(({ noun }) => noun !== 'me')
    .map(({ id }) => id)
  return {
    person,
    account: { id: kind, name: account, currency, sample: false },
    role: canWrite ? 'owner' : 'viewer',
    scopes: canWrite ? ['read', 'write'] : ['read'],
    extensions: [...extensions],
    service: { name: title, version: version ?? '' },
    product: { kind, title, links, file_format: format, lacks },
  }
}
