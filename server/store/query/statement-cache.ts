/**
 * Cache of built statements: building the SQL of a list costs more than sending it. Caches statements with values,
 * never results.
 */
import type { Executor, Scope } from '#server/store/db/scope.ts'
import { statementName } from '#server/store/db/statement-name.ts'

/** A drizzle statement before it is sent. */
interface BuiltQuery<R> {
  toSQL(): { sql: string }
  prepare(name: string): { execute(): Promise<R[]> }
}

/** Maximum number of statements per database; each takes a few kilobytes. The cache is cleared beyond it. */
const maxStatements = 500

/** Caches statements with rows of type `R`. */
export class StatementCache<R> {
  readonly #statements = new WeakMap<Executor, Map<string, { execute(): Promise<R[]> }>>()

  /** Runs the statement of this account and `name`, which must identify all values used by `build`. */
  run(scope: Scope, name: string, build: () => BuiltQuery<R>): Promise<R[]> {
    return scope.withAccount((db, account) => {
      let statements = this.#statements.get(db)
      if (!statements || statements.size >= maxStatements) {
        statements = new Map()
        this.#statements.set(db, statements)
      }
      const key = `${account} ${name}`
      let statement = statements.get(key)
      if (!statement) {
        const built = build()
        statement = built.prepare(statementName(built.toSQL().sql) ?? '')
        statements.set(key, statement)
      }
      return statement.execute()
    })
  }
}
