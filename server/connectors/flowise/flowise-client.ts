/** Reads lists of Flowise's API page by page. */
import type { z } from 'zod'
import type { ProductClient, ProductRequest } from '#server/connectors/product-client.ts'
import { ChatMessage, pageOf } from './flowise-schemas.ts'

export const api = '/api/v1'

/** All pages of a list, in Flowise's order. `limit`: rows per page. */
export async function* pagesOf<T extends z.ZodType>(
  client: ProductClient,
  row: T,
  path: string,
  limit: number,
  query: NonNullable<ProductRequest['query']> = {},
): AsyncGenerator<z.output<T>[]> {
  const schema = pageOf(row)
  for (let page = 1; ; page += 1) {
    const { data, total } = await client.json(schema, `${api}${path}`, { query: { ...query, page, limit } })
    yield data
    if (data.length === 0 || page * limit >= total) return
  }
}

/** Rows per page of lists whose rows are small. */
const smallRows = 100

/** All rows of a list with small rows. */
export async function rowsOf<T extends z.ZodType>(client: ProductClient, row: T, path: string): Promise<z.output<T>[]> {
  const rows: z.output<T>[] = []
  for await (const page of pagesOf(client, row, path, smallRows)) rows.push(...page)
  return rows
}

const messagesPath = (flow: string): string => `${api}/chatmessage/${encodeURIComponent(flow)}`

/** Sessions per page: each message comes with all data of its execution. */
const sessionsPerPage = 20

/** The session of a message; older messages have only the id of their chat. */
export const sessionOf = ({ sessionId, chatId }: ChatMessage): string => sessionId ?? chatId

/** All messages of a chatflow, in pages of whole sessions. Flowise pages them only with `feedback`. */
export async function* messagePages(client: ProductClient, flow: string): AsyncGenerator<ChatMessage[]> {
  const query = { feedback: true, order: 'DESC', limit: sessionsPerPage }
  for (let page = 1; ; page += 1) {
    const messages = await client.json(ChatMessage.array(), messagesPath(flow), { query: { ...query, page } })
    yield messages
    if (new Set(messages.map(sessionOf)).size < sessionsPerPage) return
  }
}

/** All messages of a session, newest first. */
export const sessionMessages = (client: ProductClient, flow: string, session: string): Promise<ChatMessage[]> =>
  client.json(ChatMessage.array(), messagesPath(flow), { query: { sessionId: session, feedback: true, order: 'DESC' } })
