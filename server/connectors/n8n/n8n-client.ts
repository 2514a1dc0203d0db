/** Reads lists of n8n's public API page by page. */
import type { z } from 'zod'
import { Fault } from '#server/base/fault.ts'
import type { ProductClient, ProductRequest } from '#server/connectors/product-client.ts'
import { pageOf } from './n8n-schemas.ts'

/** Largest page that n8n gives. */
const pageSize = 250

export const api = '/api/v1'

/** All pages of a list, in n8n's order. */
export async function* pagesOf<T extends z.ZodType>(
  client: ProductClient,
  row: T,
  path: string,
  query: NonNullable<ProductRequest['query']> = {},
): AsyncGenerator<z.output<T>[]> {
  const schema = pageOf(row)
  let cursor: string | undefined
  const seen = new Set<string | undefined>()
  do {
    const page = await client.json(schema, `${api}${path}`, { query: { limit: pageSize, ...query, cursor } })
    yield page.data
    seen.add(cursor)
    cursor = page.nextCursor ?? undefined
    if (cursor !== undefined && seen.has(cursor))
      throw new Fault('upstream_broken', `${client.title} gives the pages of ${path} in a circle.`)
  } while (cursor !== undefined)
}

/** All rows of a list. */
export async function rowsOf<T extends z.ZodType>(client: ProductClient, row: T, path: string): Promise<z.output<T>[]> {
  const rows: z.output<T>[] = []
  for await (const page of pagesOf(client, row, path)) rows.push(...page)
  return rows
}
