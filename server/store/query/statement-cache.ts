/**
 * Cache of built statements: building the SQL of a list costs more than sending it. Caches statements with values,
 * never results.
 */
import type { Executor, Scope } from '#server/store/db/scope.ts'
import { statementName } from '#server/store/db/statement-name.ts'

/** A drizzle statement before it is sent. */
interface Built<R> {
  toSQL(): { sql: string }
  prepare(name: string): { execute(): Promise<R[]> }
}

/** Maximum number of statements per database; each takes a few kilobytes. The cache is cleared beyond it. */
const maxKept = 500

/** Caches statements with rows of type `R`. */
export class StatementCache<R> {
  readonly #kept = new WeakMap<Executor, Map<string, { execute(): Promise<R[]> }>>()

  /** Runs the statement of this account and `name`, which must identify all values used by `build`. */
  run(scope: Scope, name: string, build: () => Built<R>): Promise<R[]> {
    return scope.withAccount((db, account) => {
      let kept = this.#kept.get(db)
      if (!kept || kept.size >= maxKept) {
        kept = new Map()
        this.#kept.set(db, kept)
      }
      const key = `${account} ${name}`
      let statement = kept.get(key)
      if (!statement) {
        const built = build()
        statement = built.prepare(statementName(built.toSQL().sql) ?? '')
        kept.set(key, statement)
      }
      return statement.execute()
    })
  }
}
