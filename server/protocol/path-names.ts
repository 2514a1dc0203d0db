/** Lookups for requests that match no endpoint: a missing or extra trailing slash, and allowed methods. */
import type { AnyEndpoint, Method } from '#contract/kernel/endpoint.ts'

export interface PathNames {
  /** Methods of endpoints with exactly this path (below the base). */
  methodsAt(path: string): Method[]
  /** The path with its trailing slash added, or removed if it has one; null if no endpoint has that path. */
  withSlash(path: string): string | null
}

const pattern = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{\w+\}/g, '[^/]+')}$`)

export function pathNameFinder(endpoints: readonly AnyEndpoint[]): PathNames {
  const patterns = endpoints.map((endpoint) => ({ method: endpoint.method, test: pattern(endpoint.path) }))
  const methodsAt = (path: string) => [
    ...new Set(patterns.filter(({ test }) => test.test(path)).map(({ method }) => method)),
  ]
  return {
    methodsAt,
    withSlash: (path) => {
      const other = path.endsWith('/') ? path.slice(0, -1) : `${path}/`
      return methodsAt(other).length > 0 ? other : null
    },
  }
}
