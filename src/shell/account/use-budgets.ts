import { useQuery } from '@tanstack/react-query'
import { useExtension } from '#api/query/me.ts'
import { q } from '#api/query/query.ts'
import { budget, type Budget } from '#contract/budget.ts'

/** Budgets move with every run; a minute is close enough for the frame, and events come sooner. */
const refetchMs = 60_000
const none: readonly Budget[] = []

/** Budgets that have reached a threshold, the worst first; none where they cannot be read. */
export function useBudgetAlerts(): readonly Budget[] {
  const enabled = useExtension('budgets')
  const { data } = useQuery({ ...q(budget.list, {}), enabled, refetchInterval: refetchMs, retry: false })
  return data?.results.filter(({ state }) => state.status !== 'ok') ?? none
}
