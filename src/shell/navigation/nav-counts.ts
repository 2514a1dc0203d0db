/** Counts in the navigation. Each count is one small query a minute; it is absent if the query fails. */
import { useQueries, useQuery } from '@tanstack/react-query'
import { useLacks } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { isReference } from '#api/connection/service-kind.ts'
import { channel } from '#contract/channel.ts'
import { conversation, conversationFields } from '#contract/conversation.ts'
import { attentionStatuses } from '#parts/channels/channel-attention.ts'
import { filterParams, readRules } from '#parts/filters/rules.ts'
import { asksForMe, filteredTotal } from '#parts/lists/known-total.ts'
import { useZone } from '#parts/display/zone.ts'
import { builtInViews, openView, type BuiltInView } from './built-in-views.ts'

/** Cache time and refetch interval in ms. */
const freshMs = 60_000
export const countQueryOptions = { staleTime: freshMs, refetchInterval: freshMs, retry: false } as const

/** Number of channels with problems; null if unknown. */
export function useChannelsToFix(): number | null {
  const enabled = !useLacks('channel.list')
  const input = { status: attentionStatuses.join(','), limit: 1 }
  return filteredTotal(useQuery({ ...q(channel.list, input), ...countQueryOptions, enabled }).data, ['status'])
}

/** The query that counts a built-in view. */
function viewCountQuery(view: BuiltInView, tz: string) {
  const { rules } = readRules(conversationFields, new URLSearchParams(view.query))
  return { ...q(conversation.list, { filters: filterParams(rules), tz, limit: 1 }), ...countQueryOptions }
}

/** Number of open conversations, as in the title of the view; null if unknown. */
export function useOpenConversations(): number | null {
  const enabled = !useLacks('conversation.list')
  return filteredTotal(useQuery({ ...viewCountQuery(openView, useZone()), enabled }).data, ['status'])
}

/** The order of a view does not filter rows. */
const isFilter = (name: string): boolean => name !== 'ordering'

/** Number of conversations in each built-in view, by its name; unknown and uncertain counts are left out. */
export function useViewCounts(): ReadonlyMap<string, number> {
  const tz = useZone()
  const countQueries = useQueries({ queries: builtInViews.map((view) => viewCountQuery(view, tz)) })
  const counts = new Map<string, number>()
  for (const [index, view] of builtInViews.entries()) {
    const query = new URLSearchParams(view.query)
    const count = filteredTotal(countQueries[index]?.data, [...query.keys()].filter(isFilter))
    const isSure = isReference() !== false || !asksForMe(query)
    if (count !== null && isSure) counts.set(view.name, count)
  }
  return counts
}
