/** Paths as people write them against paths as they are: slashes at the end, and which methods a path has. */
import type { AnyEndpoint, Method } from '#contract/kernel/kernel.ts'

export interface PathNames {
  /** Methods of the endpoints at exactly this path (below the base). */
  methodsAt(path: string): Method[]
  /** The same path with its slash, where that is one; else null. */
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
