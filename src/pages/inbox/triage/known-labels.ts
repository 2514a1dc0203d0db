import type { QueryClient } from '@tanstack/react-query'
import type { conversation } from '#contract/conversation.ts'
import type { Answer } from '#contract/kernel/kernel.ts'
import { listsKey } from '#pages/inbox/thread/conversation-cache.ts'

/** Labels of the loaded conversations, sorted: no endpoint lists them all. */
export function knownLabels(client: QueryClient): string[] {
  const lists = client.getQueriesData<Answer<typeof conversation.list>>({ queryKey: listsKey })
  const labels = lists.flatMap(([, list]) => (list?.results ?? []).flatMap((row) => row.labels))
  return [...new Set(labels)].toSorted((a, b) => a.localeCompare(b))
}
