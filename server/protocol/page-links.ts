/** Converts `next` and `previous` of a page to absolute URLs: the store only returns the changed query parameter. */
import { headerOf, type Incoming } from './incoming.ts'

/** Paging parameters, which are replaced by the store's. */
const places = ['cursor', 'offset', 'page']

const isPage = (body: unknown): body is { next: string | null; previous: string | null } =>
  typeof body === 'object' && body !== null && 'next' in body && 'previous' in body && 'results' in body

export const originOf = (request: Incoming, publicUrl: URL | null): string =>
  publicUrl?.origin ?? `http://${headerOf(request, 'host') ?? 'localhost'}`

/** The body, with absolute URLs if it is a page. */
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
