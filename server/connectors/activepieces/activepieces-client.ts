/** Reads lists of Activepieces' API page by page. */
import type { z } from 'zod'
import type { ProductClient, ProductRequest } from '#server/connectors/product-client.ts'
import { pageOf } from './activepieces-schemas.ts'

/** Rows of a page. Flows contain all their steps. */
const pageSize = 100

export const api = '/api/v1'

/** All pages of a list, in the product's order: newest first. */
export async function* pagesOf<T extends z.ZodType>(
  client: ProductClient,
  row: T,
  path: string,
  query: NonNullable<ProductRequest['query']>,
): AsyncGenerator<z.output<T>[]> {
  const schema = pageOf(row)
  let cursor: string | undefined
  do {
    const page = await client.json(schema, `${api}${path}`, { query: { limit: pageSize, ...query, cursor } })
    yield page.data
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
}

/** All rows of a list. */
export async function rowsOf<T extends z.ZodType>(
  client: ProductClient,
  row: T,
  path: string,
  query: NonNullable<ProductRequest['query']>,
): Promise<z.output<T>[]> {
  const rows: z.output<T>[] = []
  for await (const page of pagesOf(client, row, path, query)) rows.push(...page)
  return rows
}
