/** `next` and `previous` of a page: the store tells what changes in the query, here they become whole URLs. */
import { headerOf, type Incoming } from './incoming.ts'

/** Parameters that say where a page begins: of these only the store's stay. */
const places = ['cursor', 'offset', 'page']

const isPage = (body: unknown): body is { next: string | null; previous: string | null } =>
  typeof body === 'object' && body !== null && 'next' in body && 'previous' in body && 'results' in body

export const originOf = (request: Incoming, publicUrl: URL | null): string =>
  publicUrl?.origin ?? `http://${headerOf(request, 'host') ?? 'localhost'}`

/** The body, with whole URLs where it is a page. */
export function withPageLinks(body: unknown, request: Incoming, publicUrl: URL | null): unknown {
  if (!isPage(body) || (body.next === null && body.previous === null)) return body
  const link = (change: string | null): string | null => {
    if (change === null) return null
    const query = new URLSearchParams(request.query)
    for (const name of places) query.delete(name)
    for (const [name, value] of new URLSearchParams(change)) query.set(name, value)
    return `${originOf(request, publicUrl)}${request.path}?${query.toString()}`
  }
  return { ...body, next: link(body.next), previous: link(body.previous) }
}
