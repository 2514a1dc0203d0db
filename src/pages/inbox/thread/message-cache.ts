/** Cached messages. */
import type { QueryClient } from '@tanstack/react-query'
import { infinite } from '#api/query/query.ts'
import { conversation, type Message } from '#contract/conversation.ts'

/** Messages per page: more than fit on a screen, so that scrolling can start without another request. */
const pageMessages = 40

/** The messages of a conversation, newest first. */
export const messagesOf = (id: string) => infinite(conversation.messages, { id, limit: pageMessages })

/** Appends a sent message to its thread, unless it is there already. */
export function addMessage(client: QueryClient, id: string, message: Message): void {
  client.setQueryData(messagesOf(id).queryKey, (data) => {
    const [first, ...rest] = data?.pages ?? []
    if (data === undefined || first === undefined) return data
    if (data.pages.some((page) => page.results.some((one) => one.id === message.id))) return data
    return { ...data, pages: [{ ...first, results: [message, ...first.results] }, ...rest] }
  })
}
