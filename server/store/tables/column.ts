/** Common columns. SQL is written for Postgres 15. Money is bigint micros. */
import { sql } from 'drizzle-orm'
import { bigint, boolean, customType, text, timestamp } from 'drizzle-orm/pg-core'

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })
export const searchVector = customType<{ data: string }>({ dataType: () => 'tsvector' })

export const id = () => text('id').notNull()
export const at = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: 'date' })
export const micros = (name: string) =>
  bigint(name, { mode: 'bigint' })
    .notNull()
    .default(sql`0`)
export const words = (name: string) =>
  text(name)
    .array()
    .notNull()
    .default(sql`'{}'::text[]`)
export const sample = () => boolean('sample').notNull().default(false)
