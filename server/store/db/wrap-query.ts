/** Wraps the `query` function of a pool or connection. */
import type pg from 'pg'

export type Query = (...args: unknown[]) => unknown

/** `make` gets the previous `query` and returns the new one. */
export function wrapQuery(target: pg.Pool | pg.PoolClient, make: (query: Query) => Query): void {
  const before: unknown = target.query.bind(target)
  if (typeof before !== 'function') return
  const query: Query = (...args) => Reflect.apply(before, target, args)
  Object.defineProperty(target, 'query', { value: make(query), configurable: true })
}
