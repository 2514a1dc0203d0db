/** Puts something of ours between whoever asks a pool or a connection and what it does with it. */
import type pg from 'pg'

export type Query = (...asked: unknown[]) => unknown

/** `make` gets the `query` that was there before, and gives the one that is there from now on. */
export function wrapQuery(target: pg.Pool | pg.PoolClient, make: (query: Query) => Query): void {
  const before: unknown = target.query.bind(target)
  if (typeof before !== 'function') return
  const query: Query = (...asked) => Reflect.apply(before, target, asked)
  Object.defineProperty(target, 'query', { value: make(query), configurable: true })
}
