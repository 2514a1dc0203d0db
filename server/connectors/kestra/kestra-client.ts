/** Reads lists of Kestra's API page by page. */
import type { z } from 'zod'
import type { ProductClient, ProductRequest } from '#server/connectors/product-client.ts'
import { pageOf } from './kestra-schemas.ts'

/** Rows of a page. Executions contain the outputs of all their tasks, so that larger pages are slow. */
const pageSize = 100

/** Below the address of Kestra, without a tenant. */
export const api = '/api/v1'

type Query = NonNullable<ProductRequest['query']>

/** All pages of a list, in the order of `query.sort`. */
export async function* pagesOf<T extends z.ZodType>(
  client: ProductClient,
  row: T,
  path: string,
  query: Query = {},
): AsyncGenerator<z.output<T>[]> {
  const schema = pageOf(row)
  let read = 0
  for (let page = 1; ; page += 1) {
    const { results, total } = await client.json(schema, path, { query: { size: pageSize, ...query, page } })
    read += results.length
    yield results
    if (results.length === 0 || read >= total) return
  }
}

/** All rows of a list. */
export async function rowsOf<T extends z.ZodType>(
  client: ProductClient,
  row: T,
  path: string,
  query: Query = {},
): Promise<z.output<T>[]> {
  const rows: z.output<T>[] = []
  for await (const page of pagesOf(client, row, path, query)) rows.push(...page)
  return rows
}
