import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import type { ApiError } from '#api/errors.ts'
import { balance as balanceApi } from '#contract/billing.ts'
import { budget as budgetApi } from '#contract/budget.ts'
import { channel as channelApi } from '#contract/channel.ts'
import { conversation as conversationApi } from '#contract/conversation.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { attentionStatuses } from '#parts/channels/channel-attention.ts'
import { useZone } from '#parts/display/zone.ts'
import { filteredTotal } from '#parts/lists/known-total.ts'
import { useNow } from '#ui/browser/now.ts'
import { balanceProblems, budgetProblems, channelProblems, flowProblems, waitingProblems } from './list-problems.ts'
import { worstFirst, type Problem } from './problem.ts'

/** Refetch interval in ms; events arrive sooner. */
const refetchMs = 60_000
const live = { refetchInterval: refetchMs } as const

/** A list that could not be read. */
export interface Gap {
  /** "Channels" */
  what: string
  error: ApiError
  onRetry: () => void
}

export interface Problems {
  problems: readonly Problem[]
  gaps: readonly Gap[]
  /** Some lists are still being read for the first time. */
  isLoading: boolean
}

const gapsOf = (queries: readonly (readonly [what: string, query: UseQueryResult<unknown, ApiError>])[]): Gap[] =>
  queries.flatMap(([what, { data, error, refetch }]) =>
    data === undefined && error !== null ? [{ what, error, onRetry: () => void refetch() }] : [],
  )

/** What needs somebody now, from the lists that every service has, and from budgets. */
export function useProblems(): Problems {
  const now = useNow()
  const zone = useZone()
  const hasBudgets = useExtension('budgets')
  const channels = useQuery({
    ...q(channelApi.list, { status: attentionStatuses.join(','), limit: maxLimit }),
    ...live,
  })
  const flows = useQuery({
    ...q(flowApi.list, { status: 'active', ordering: '-last_run_at', limit: maxLimit }),
    ...live,
  })
  const waiting = useQuery({
    ...q(conversationApi.list, {
      filters: { status: 'open', waiting_since__isnull: 'false' },
      ordering: 'waiting_since',
      limit: 1,
    }),
    ...live,
  })
  const budgets = useQuery({ ...q(budgetApi.list, {}), enabled: hasBudgets, ...live })
  const money = useQuery({ ...q(balanceApi.read, {}), ...live })
  const time = { now, zone }
  const problems = [
    ...balanceProblems(money.data, now),
    ...channelProblems(channels.data?.results ?? [], time),
    ...flowProblems(flows.data?.results ?? [], time),
    ...waitingProblems(
      waiting.data?.results[0],
      filteredTotal(waiting.data, ['status', 'waiting_since__isnull']),
      time,
    ),
    ...budgetProblems(budgets.data?.results ?? []),
  ]
  const queries = [
    ['Channels', channels],
    ['Flows', flows],
    ['Conversations', waiting],
    ['Budgets', budgets],
    ['The balance', money],
  ] as const
  return {
    problems: worstFirst(problems),
    gaps: gapsOf(queries),
    isLoading: queries.some(([, query]) => query.isLoading),
  }
}
