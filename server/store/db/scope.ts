/**
 * The only access of handlers to the database. A Scope belongs to one account, and each of its methods adds that
 * account to the query: a query without an account does not type-check.
 */
import { and, eq, sql, type SQL } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type {
  PgColumn,
  PgInsertValue,
  PgSelectBase,
  PgTable,
  PgUpdateSetSource,
  SelectedFields,
} from 'drizzle-orm/pg-core'

import { account as accountTable } from '#server/store/tables/account.ts'

/** A table whose rows belong to accounts. */
export type OwnedTable = PgTable & { accountId: PgColumn }

/**
 * The pool or an open transaction. On the embedded database, a query outside of an open transaction would wait forever.
 */
export type Executor = Pick<
  NodePgDatabase,
  'select' | 'insert' | 'update' | 'delete' | 'execute' | 'transaction' | 'with' | '$with'
>

type Draft<T extends OwnedTable> = Omit<PgInsertValue<T>, 'accountId'>
type Change<T extends OwnedTable> = Omit<PgUpdateSetSource<T>, 'accountId'>

/** drizzle's type of `select(fields).from(table).where(…)`: anything may follow except a second `where`. */
type Selection<T extends OwnedTable, F extends SelectedFields> = PgSelectBase<
  T['_']['name'],
  F,
  'partial',
  Record<T['_']['name'], 'not-null'>,
  false,
  'where'
>

export class Scope {
  readonly account: string
  readonly #db: Executor

  constructor(db: Executor, account: string) {
    this.#db = db
    this.account = account
  }

  /** The condition for a table of this account; for joins: `.leftJoin(flow, scope.on(flow, eq(…)))`. */
  on(table: OwnedTable, condition?: SQL): SQL {
    const owned = eq(table.accountId, this.account)
    return and(owned, condition) ?? owned
  }

  /** `select fields from table where account and condition`; joins, order and limit may follow. */
  select<T extends OwnedTable, F extends SelectedFields>(table: T, fields: F, condition?: SQL): Selection<T, F> {
    // drizzle cannot infer a table that is a type parameter, hence the assertion.
    const source: OwnedTable = table
    return this.#db.select(fields).from(source).where(this.on(table, condition)) as unknown as Selection<T, F>
  }

  /** Inserts rows of this account. `.onConflictDoNothing()`, `.returning()` may follow. */
  insert<T extends OwnedTable>(table: T, rows: Draft<T>[]) {
    return this.#db.insert(table).values(rows.map((row) => ({ ...row, accountId: this.account })) as never)
  }

  /** Updates rows of this account that meet the condition. `.returning()` may follow. */
  update<T extends OwnedTable>(table: T, change: Change<T>, condition: SQL) {
    return this.#db
      .update(table)
      .set(change as never)
      .where(this.on(table, condition))
  }

  /** Deletes rows of this account that meet the condition. `.returning()` may follow. */
  remove<T extends OwnedTable>(table: T, condition: SQL) {
    return this.#db.delete(table).where(this.on(table, condition))
  }

  /** The row of the account itself. */
  selectAccount<F extends SelectedFields>(fields: F) {
    return this.#db.select(fields).from(accountTable).where(eq(accountTable.id, this.account))
  }

  /** The rows of this account that meet the condition, for counting. */
  rows(table: OwnedTable, condition?: SQL): SQL {
    return sql`select 1 from ${table} where ${this.on(table, condition)}`
  }

  /** How many rows of this account meet the condition; counting stops at `limit`. */
  count(table: OwnedTable, condition: SQL | undefined, limit?: number): Promise<number> {
    return this.countRows(this.rows(table, condition), limit)
  }

  /** Like `count`, for SQL in the form that `rows` returns. */
  async countRows(rows: SQL, limit?: number): Promise<number> {
    const limitedRows = limit === undefined ? rows : sql`${rows} limit ${limit}`
    const result = await this.#db.execute<{ count: string }>(
      sql`select count(*) as count from (${limitedRows}) as counted`,
    )
    return Number(result.rows[0]?.count ?? 0)
  }

  /** The planner's row estimate, without reading them. */
  async estimate(table: OwnedTable, condition: SQL | undefined): Promise<number> {
    const plan = await this.#db.execute<{ 'QUERY PLAN': string }>(sql`explain ${this.rows(table, condition)}`)
    return Number(/ rows=(\d+) /.exec(plan.rows[0]?.['QUERY PLAN'] ?? '')?.[1] ?? 0)
  }

  /**
   * For queries that the other methods cannot express: tables without an account (passwords), statements in several
   * parts. `work` gets the account and is responsible for using it.
   */
  withAccount<R>(work: (db: Executor, account: string) => R): R {
    return work(this.#db, this.account)
  }

  /** Runs `work` in one transaction; its Scope must be used for every query inside. */
  transaction<R>(work: (scope: Scope) => Promise<R>): Promise<R> {
    return this.#db.transaction((tx) => work(new Scope(tx, this.account)))
  }
}
