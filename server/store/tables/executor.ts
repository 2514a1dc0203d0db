/** Processes that run flows on this database: one that has gone silent leaves its work to the others. */
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './column.ts'

export const executor = pgTable('executor', {
  id: text('id').primaryKey(),
  seenAt: at('seen_at').notNull(),
  isReaping: boolean('is_reaping').notNull().default(false),
})
