/** Where the following rows of a list are, out of `next`. Pure. */

/** One of them, in the words of the service. */
export interface PagePlace {
  cursor?: string
  offset?: number
  page?: number
}

/** `next` may be a whole URL, a path or a query; its host is never used. Null where there is nothing more, or it cannot be read. */
export function placeOfNext(next: string | null): PagePlace | null {
  if (next === null) return null
  const query = new URLSearchParams(next.includes('?') ? next.slice(next.indexOf('?') + 1) : next)
  const cursor = query.get('cursor')
  if (cursor !== null && cursor !== '') return { cursor }
  for (const name of ['offset', 'page'] as const) {
    const value = Number(query.get(name) ?? 0)
    if (Number.isSafeInteger(value) && value > 0) return { [name]: value }
  }
  return null
}
