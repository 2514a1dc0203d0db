/** Processes that run flows on this database; work of a silent one is taken over by others. */
import { boolean, pgTable, text } from 'drizzle-orm/pg-core'
import { at } from './column.ts'

export const executor = pgTable('executor', {
  id: text('id').primaryKey(),
  seenAt: at('seen_at').notNull(),
  isReaping: boolean('is_reaping').notNull().default(false),
})
