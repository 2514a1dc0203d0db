/** The ledger, and its daily totals. */
import { bigint, date, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { at, micros, sample } from './column.ts'
import { accountId } from './account.ts'

/** Ledger entries; insert-only. Credits are positive, costs negative. */
export const ledger = pgTable(
  'ledger',
  {
    accountId: accountId(),
    /** Booking order. */
    seq: bigint('seq', { mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
    /** grant | top_up | run | trial | adjustment */
    kind: text('kind').notNull(),
    micros: bigint('micros', { mode: 'bigint' }).notNull(),
    runId: text('run_id'),
    /**
     * Unique booking key: "run:<id>" (sample), "run:<id>:<step key>:<attempt>:<kind of cost>" (engine),
     * "trial:<id>:<kind of cost>", "trial:<id>:rest:<kind of cost>".
     */
    key: text('key').notNull(),
    note: text('note'),
    at: at('at').notNull().defaultNow(),
    sample: sample(),
  },
  (t) => [
    primaryKey({ columns: [t.accountId, t.seq] }),
    uniqueIndex('ledger_key').on(t.accountId, t.key),
    index('ledger_run').on(t.accountId, t.runId),
    index('ledger_at').on(t.accountId, t.at, t.seq),
    index('ledger_kind').on(t.accountId, t.kind, t.at, t.seq),
  ],
)

/** Ledger totals by day (UTC) and kind; the balance is their sum. */
export const ledgerDay = pgTable(
  'ledger_day',
  {
    accountId: accountId(),
    day: date('day', { mode: 'string' }).notNull(),
    kind: text('kind').notNull(),
    sample: sample(),
    micros: micros('micros'),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.day, t.kind, t.sample] })],
)
