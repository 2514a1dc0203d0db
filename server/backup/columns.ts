/** Columns of a table from the database catalogue, in order. */
import type { ClientBase } from 'pg'

export interface Column {
  name: string
  /** "timestamp(3) with time zone", "text[]". */
  type: string
}

export async function columnsOf(client: ClientBase, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped order by attnum`,
    [`public.${quotedIdentifier(table)}`],
  )
  return rows
}

export const quotedIdentifier = (name: string): string => `"${name.replaceAll('"', '""')}"`
