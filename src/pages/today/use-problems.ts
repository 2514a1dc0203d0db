import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useExtension, useLacks, useProduct, useWriteReason } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import type { ApiError } from '#api/errors.ts'
import { balance as balanceApi, run as runApi } from '#contract/billing.ts'
import { budget as budgetApi } from '#contract/budget.ts'
import { channel as channelApi } from '#contract/channel.ts'
import { conversation as conversationApi } from '#contract/conversation.ts'
import { incident as incidentApi } from '#contract/incident.ts'
import { flow as flowApi } from '#contract/flow.ts'
import { maxLimit } from '#contract/kernel/page.ts'
import { failedRunStatuses } from '#contract/values/run-status.ts'
import { isReturned } from '#lib/absent.ts'
import { attentionStatuses } from '#parts/channels/channel-attention.ts'
import { useZone } from '#parts/display/zone.ts'
import { filteredTotal } from '#parts/lists/known-total.ts'
import { useNow } from '#ui/browser/now.ts'
import { incidentProblems } from './incident-problems.ts'
import {
  balanceProblems,
  budgetProblems,
  channelProblems,
  failedRunProblems,
  flowProblems,
  waitingProblems,
} from './list-problems.ts'
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
  /** The lists lack the fields that tell whether something is wrong. */
  isPartial: boolean
}

type Named = readonly [what: string, query: UseQueryResult<unknown, ApiError>]

const gapsOf = (queries: readonly Named[]): Gap[] =>
  queries.flatMap(([what, { data, error, refetch }]) =>
    data === undefined && error !== null ? [{ what, error, onRetry: () => void refetch() }] : [],
  )

/** A list that fails does not hold up the others while it is tried again. */
const isFirstRead = ({ isLoading, failureCount }: UseQueryResult<unknown, ApiError>): boolean =>
  isLoading && failureCount === 0

const found = (problems: readonly Problem[], queries: readonly Named[], isPartial = false): Problems => ({
  problems: worstFirst(problems),
  gaps: gapsOf(queries),
  isLoading: queries.some(([, query]) => isFirstRead(query)),
  isPartial,
})

/** Whether a row of a list lacks a field. */
const lacks = (page: { results: readonly object[] } | undefined, field: string): boolean =>
  page?.results.some((row) => !isReturned(row, field)) ?? false

/** The conversation that waits longest, and how many wait. */
export function useWaiting() {
  const enabled = !useLacks('conversation.list')
  const query = useQuery({
    ...q(conversationApi.list, {
      filters: { status: 'open', waiting_since__isnull: 'false' },
      ordering: 'waiting_since',
      limit: 1,
    }),
    ...live,
    enabled,
  })
  return { query, total: filteredTotal(query.data, ['status', 'waiting_since__isnull']) }
}

/** The channels that need attention. */
function useFailingChannels() {
  const enabled = !useLacks('channel.list')
  return useQuery({ ...q(channelApi.list, { status: attentionStatuses.join(','), limit: maxLimit }), ...live, enabled })
}

type Channels = ReturnType<typeof useFailingChannels>

/** Whether the user may change channels. */
function useCanEditChannels(): boolean {
  const canEdit = useExtension('channel_edit')
  return useWriteReason() === null && canEdit
}

/** Start of the period whose failed runs are problems, in ms before now; rounded, so that the query stays the same. */
const recentMs = 86_400_000
const stepMs = 600_000

/** The failed runs of the last 24 hours, from a product whose flows do not say how their last run ended. */
function useFailedRuns(flows: { results: readonly object[] } | undefined) {
  const isForeign = useProduct() !== null
  const hasRuns = !useLacks('run.list')
  const enabled = isForeign && hasRuns && lacks(flows, 'last_run_status')
  const since = new Date(Math.floor((useNow() - recentMs) / stepMs) * stepMs).toISOString()
  const filters = { status: failedRunStatuses.join(','), started_at__gte: since }
  const query = useQuery({ ...q(runApi.list, { filters, ordering: '-started_at', limit: maxLimit }), ...live, enabled })
  return { enabled, query }
}

/** From the lists that every service has, and from budgets. */
function useListProblems(enabled: boolean, channels: Channels, canEdit: boolean): Problems {
  const time = { now: useNow(), zone: useZone() }
  const hasBudgets = useExtension('budgets')
  const options = { ...live, enabled }
  const flows = useQuery({
    ...q(flowApi.list, { status: 'active', ordering: '-last_run_at', limit: maxLimit }),
    ...options,
  })
  const budgets = useQuery({ ...q(budgetApi.list, {}), ...live, enabled: enabled && hasBudgets })
  const hasBalance = !useLacks('balance.read')
  const money = useQuery({ ...q(balanceApi.read, {}), ...live, enabled: enabled && hasBalance })
  const failed = useFailedRuns(enabled ? flows.data : undefined)
  const problems = [
    ...balanceProblems(money.data, time.now),
    ...channelProblems(channels.data?.results ?? [], time, canEdit),
    ...flowProblems(flows.data?.results ?? [], time),
    ...failedRunProblems(failed.query.data?.results ?? [], time),
    ...budgetProblems(budgets.data?.results ?? []),
  ]
  const queries: Named[] = [
    ['Channels', channels],
    ['Flows', flows],
    ['Runs', failed.query],
    ['Budgets', budgets],
    ['The balance', money],
  ]
  const knowsRuns = failed.enabled || !lacks(flows.data, 'last_run_status')
  return found(problems, queries, lacks(channels.data, 'status') || !knowsRuns)
}

/** Whether the user may start flows, and sees before what a run does. */
function useCanRun(): boolean {
  const [canStart, hasPlan] = [useExtension('flow_run'), useExtension('flow_run_plan')]
  return useWriteReason() === null && canStart && hasPlan
}

/** What needs somebody now: the incidents of a service that has them, else what its lists say; and the inbox. */
export function useProblems(): Problems {
  const time = { now: useNow(), zone: useZone() }
  const hasIncidents = useExtension('incidents')
  const canRun = useCanRun()
  const incidents = useQuery({
    ...q(incidentApi.list, { status: 'open', limit: maxLimit }),
    ...live,
    enabled: hasIncidents,
  })
  const channels = useFailingChannels()
  const canEdit = useCanEditChannels()
  const lists = useListProblems(!hasIncidents, channels, canEdit)
  const waiting = useWaiting()
  const own = hasIncidents
    ? found(
        incidentProblems(incidents.data?.results ?? [], { canRun, canEdit, channels: channels.data?.results ?? [] }),
        [['Incidents', incidents]],
      )
    : lists
  const inbox = found(waitingProblems(waiting.query.data?.results[0], waiting.total, time), [
    ['Conversations', waiting.query],
  ])
  return {
    problems: worstFirst([...own.problems, ...inbox.problems]),
    gaps: [...own.gaps, ...inbox.gaps],
    isLoading: own.isLoading || inbox.isLoading || isFirstRead(channels),
    isPartial: own.isPartial,
  }
}
