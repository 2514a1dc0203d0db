import { call } from '#api/request/client.ts'
import type { PageSource } from '#api/query/page-window.ts'
import { conversation, type Conversation } from '#contract/conversation.ts'
import { keyOf } from '#contract/kernel/kernel.ts'
import type { InboxListInput } from '#pages/inbox/inbox-view.ts'

/** Rows of a page: some screens of them, so that scrolling asks seldom. */
export const pageRows = 50

/** How the pages of a filter are read. */
export const listSource = (input: InboxListInput): PageSource<Conversation> => ({
  key: (place) => keyOf(conversation.list, { ...input, limit: pageRows, ...place }),
  read: (place, signal) => call(conversation.list, { ...input, limit: pageRows, ...place }, { signal }),
})
