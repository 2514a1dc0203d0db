/** Wraps the `query` function of a pool or connection. */
import type pg from 'pg'

export type Query = (...asked: unknown[]) => unknown

/** `make` gets the previous `query` and returns the new one. */
export function wrapQuery(target: pg.Pool | pg.PoolClient, make: (query: Query) => Query): void {
  const before: unknown = target.query.bind(target)
  if (typeof before !== 'function') return
  const query: Query = (...asked) => Reflect.apply(before, target, asked)
  Object.defineProperty(target, 'query', { value: make(query), configurable: true })
}
