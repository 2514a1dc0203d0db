/** The path shown on a canvas, in the URL. Pure. The page needs this at once, and the path itself from the worker. */
import type { PathDirection } from '#flow/graph/paths.ts'

/** All ancestors or descendants of a node, the shortest path to another, or one edge. */
export type PathQuery = { from: string; direction: PathDirection } | { from: string; to: string } | { edge: string }

const directions: readonly PathDirection[] = ['upstream', 'downstream']

/**
 * "?from=n1&path=upstream", "?from=n1&to=n5", "?edge=e1"; `from` defaults to the open node. Null without a path.
 */
export function readPathQuery(query: URLSearchParams): PathQuery | null {
  const edge = query.get('edge')
  if (edge !== null) return { edge }
  const from = query.get('from') ?? query.get('node')
  const to = query.get('to')
  const direction = directions.find((one) => one === query.get('path'))
  if (from === null) return null
  if (direction !== undefined) return { from, direction }
  return to === null ? null : { from, to }
}

/** The query with another path; null = none. */
export function withPath(query: URLSearchParams, pathQuery: PathQuery | null): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const name of ['from', 'path', 'to', 'edge']) next.delete(name)
  if (pathQuery === null) return next
  if ('edge' in pathQuery) {
    next.set('edge', pathQuery.edge)
    return next
  }
  next.set('from', pathQuery.from)
  if ('to' in pathQuery) next.set('to', pathQuery.to)
  else next.set('path', pathQuery.direction)
  return next
}
