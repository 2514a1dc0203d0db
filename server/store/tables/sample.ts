/** Sample workspaces that are being added. */
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { SampleStage } from '#contract/sample.ts'
import { accountId } from './account.ts'
import { at } from './column.ts'

/** Exists until all rows of the sample are written, so that the next process continues after a kill. */
export const sampleProgress = pgTable(
  'sample_progress',
  {
    accountId: accountId(),
    /** Present time of the sample. */
    startedAt: at('started_at').notNull(),
    flows: integer('flows').notNull(),
    conversations: integer('conversations').notNull(),
    runs: integer('runs').notNull(),
    stage: text('stage').$type<SampleStage>().notNull().default('conversations'),
    /** Rows of the stage. */
    done: integer('done').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.accountId] })],
)
