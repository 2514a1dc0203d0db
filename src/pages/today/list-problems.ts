/** Problems that follow from the lists of a service, also from one without incidents. Pure. */
import type { Balance, Run } from '#contract/billing.ts'
import type { Budget } from '#contract/budget.ts'
import type { Channel } from '#contract/channel.ts'
import type { Conversation } from '#contract/conversation.ts'
import type { FlowSummary } from '#contract/flow.ts'
import { failedRunStatuses } from '#contract/values/run-status.ts'
import { isAbsent } from '#lib/absent.ts'
import { count } from '#lib/count.ts'
import { formatTime, type TimeOptions } from '#lib/time/format-time.ts'
import { channelRemedyLink } from '#parts/channels/channel-remedy.ts'
import { problemStyles } from '#parts/display/problem-styles.ts'
import { channelStyleOf } from '#parts/display/status.tsx'
import { needsAttention } from '#parts/channels/channel-attention.ts'
import { channelWords } from '#parts/channels/channel-words.ts'
import { conversationName } from '#parts/display/conversation-name.ts'
import { waitedMs, waitLevel } from '#parts/display/waiting-time.ts'
import { runReasonText } from '#parts/runs/run-reason.ts'
import { balanceBanner, budgetBanner } from '#shell/account/money-banners.ts'
import { waitingView } from '#shell/navigation/built-in-views.ts'
import { channelPath, failedRunsPath, paths } from '#ui/paths.ts'
import type { Problem } from './problem.ts'

/** Channels that do not work. Errors come first: their messages are lost or late. */
export const channelProblems = (channels: readonly Channel[], time: TimeOptions, canEdit: boolean): Problem[] =>
  channels
    .filter(needsAttention)
    .toSorted((a, b) => Number(b.status === 'error') - Number(a.status === 'error'))
    .map((channel) => {
      const { problem, advice } = channelWords(channel, time)
      return {
        key: `channel ${channel.id}`,
        isBroken: channel.status === 'error',
        status: channelStyleOf(channel),
        name: channel.name,
        words: [problem, advice].filter((text) => text !== '').join(' '),
        trend: null,
        remedy: channelRemedyLink(channel, channelPath(channel.id), canEdit),
      }
    })

const failedStatuses = new Set<string | null>(failedRunStatuses)

/** "12 of 340 runs failed in 30 days."; '' if the service does not count them. */
function failedWords({ failed_last_30_days: failed, runs_last_30_days: runs }: FlowSummary): string {
  if (failed === undefined || runs === undefined || isAbsent(failed) || isAbsent(runs)) return ''
  return ` ${failed.toLocaleString()} of ${count(runs, 'run')} failed in 30 days.`
}

/** Active flows whose last run failed. */
export const flowProblems = (flows: readonly FlowSummary[], time: TimeOptions): Problem[] =>
  flows
    .filter((flow) => flow.status === 'active' && failedStatuses.has(flow.last_run_status))
    .map((flow) => ({
      key: `flow ${flow.id}`,
      isBroken: true,
      status: problemStyles.failing,
      name: flow.name,
      words: `Its last run failed ${formatTime(flow.last_run_at, time)}.${failedWords(flow)}`,
      trend: null,
      remedy: { label: 'Review runs', path: failedRunsPath(flow.id) },
    }))

/** Flows with runs that failed lately, from these runs; for a product whose flows do not say how their last run ended. */
export function failedRunProblems(runs: readonly Run[], time: TimeOptions): Problem[] {
  const byFlow = new Map<string, Run[]>()
  for (const one of runs) {
    const { id } = one.flow
    if (id !== '' && failedStatuses.has(one.status)) byFlow.set(id, [...(byFlow.get(id) ?? []), one])
  }
  return [...byFlow].flatMap(([id, failed]) => {
    const [last] = failed.toSorted((a, b) => b.started_at.localeCompare(a.started_at))
    if (last === undefined) return []
    const reason = runReasonText(last)
    const words = `${count(failed.length, 'run')} failed in the last 24 hours, the last ${formatTime(last.started_at, time)}.`
    return [
      {
        key: `flow ${id}`,
        isBroken: false,
        status: problemStyles.failing,
        name: last.flow.name || id,
        words: reason === null ? words : `${words} ${reason}.`,
        trend: null,
        remedy: { label: 'Review runs', path: failedRunsPath(id) },
      },
    ]
  })
}

/**
 * The conversations that wait for an answer, as one problem.
 * @param total their number; null if unknown
 */
export function waitingProblems(longest: Conversation | undefined, total: number | null, time: TimeOptions): Problem[] {
  const since = longest?.waiting_since ?? null
  const ms = waitedMs(since, time.now)
  if (longest === undefined || ms === null || waitLevel(ms) !== 'late') return []
  return [
    {
      key: 'waiting',
      isBroken: false,
      status: problemStyles.waiting,
      name:
        total === null
          ? 'Conversations wait for an answer'
          : `${count(total, 'conversation')} ${total === 1 ? 'waits' : 'wait'} for an answer`,
      words: `Longest: ${conversationName(longest)}, since ${formatTime(since, time)}.`,
      trend: null,
      remedy: {
        label: 'Open the longest',
        path: `${paths.inbox}?${waitingView.query}&conversation=${encodeURIComponent(longest.id)}`,
      },
    },
  ]
}

/** Budgets that have reached a threshold. */
export const budgetProblems = (budgets: readonly Budget[]): Problem[] =>
  budgets
    .filter(({ state }) => state.status !== 'ok')
    .map((budget) => {
      const { title, words, isBad } = budgetBanner(budget)
      return {
        key: `budget ${budget.id}`,
        isBroken: false,
        status: isBad ? problemStyles.budgetOver : problemStyles.budget,
        name: budget.flow?.name ?? 'All flows',
        words: `${title} ${words}`,
        trend: null,
        remedy: { label: 'Change budget', path: `${paths.budgets}?budget=${encodeURIComponent(budget.id)}` },
      }
    })

/** A balance that is low or used up. */
export function balanceProblems(money: Balance | undefined, now: number): Problem[] {
  const banner = money === undefined ? null : balanceBanner(money, now)
  if (banner === null) return []
  const status = banner.isBad ? problemStyles.balanceGone : problemStyles.balance
  return [
    {
      key: 'balance',
      isBroken: banner.isBad,
      status,
      name: banner.title,
      words: banner.words,
      trend: null,
      remedy: { label: 'Open billing', path: paths.billing },
    },
  ]
}
