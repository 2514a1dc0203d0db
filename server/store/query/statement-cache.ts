/**
 * Statements that are asked over and over, kept as they were built: building the text of a list costs the process more than
 * sending it. What is kept is the question with its values, never an answer.
 */
import type { Executor, Scope } from '#server/store/db/scope.ts'
import { statementName } from '#server/store/db/statement-name.ts'

/** A statement of drizzle's before it is sent. */
interface Built<R> {
  toSQL(): { sql: string }
  prepare(name: string): { execute(): Promise<R[]> }
}

/** Statements kept for one database; each is some kilobytes. Beyond it all are built again. */
const maxKept = 500

/** Keeps statements of one kind, whose rows are `R`. */
export class StatementCache<R> {
  readonly #kept = new WeakMap<Executor, Map<string, { execute(): Promise<R[]> }>>()

  /** Runs the statement of this account and `name`, which must tell all values that `build` puts into it. */
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
