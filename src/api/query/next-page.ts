/** The position of the next page, from `next`. Pure. */

/** Exactly one of these, as the service names it. */
export interface PageStart {
  cursor?: string
  offset?: number
  page?: number
}

/**
 * `next` may be a URL, a path or a query; its host is never used. Null if there are no more rows, or it is unreadable.
 */
export function nextPageStart(next: string | null): PageStart | null {
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
