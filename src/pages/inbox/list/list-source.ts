import { call } from '#api/request/client.ts'
import type { PageSource } from '#api/query/page-window.ts'
import { conversation, type Conversation } from '#contract/conversation.ts'
import { keyOf } from '#contract/kernel/kernel.ts'
import type { InboxListInput } from '#pages/inbox/inbox-view.ts'

/** Rows per page: several screens, so that scrolling needs few requests. */
export const pageRows = 50

/** How the pages of a filter are read. */
export const listSource = (input: InboxListInput): PageSource<Conversation> => ({
  key: (place) => keyOf(conversation.list, { ...input, limit: pageRows, ...place }),
  read: (place, signal) => call(conversation.list, { ...input, limit: pageRows, ...place }, { signal }),
})
