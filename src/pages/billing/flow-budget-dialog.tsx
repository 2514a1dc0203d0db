import { useQuery } from '@tanstack/react-query'
import { q } from '#api/query/query.ts'
import { run as runApi } from '#contract/billing.ts'
import { budget as budgetApi } from '#contract/budget.ts'
import { filterParams } from '#parts/filters/rules.ts'
import { useZone } from '#parts/display/zone.ts'
import { lastDaysRule, runRule } from '#parts/runs/run-filters.ts'
import { useNow } from '#ui/browser/now.ts'
import { BudgetDialog } from './budget-dialogs.tsx'
import { suggestedBudget } from './budget-draft.ts'

/** The form of a flow's monthly budget: the existing one, or a suggestion from its cost of the last 30 days. */
export function FlowBudgetDialog({ flow, onClose }: { flow: { id: string; name: string }; onClose: () => void }) {
  const now = useNow()
  const zone = useZone()
  const budgets = useQuery(q(budgetApi.list, {}))
  const rules = [runRule('flow', 'exact', [flow.id]), lastDaysRule(now, zone)]
  const summary = useQuery({
    ...q(runApi.summary, { tz: zone, filters: filterParams(rules) }),
    // Only for the suggestion.
    retry: false,
  })
  if (budgets.isPending || summary.isPending) return null
  const all = budgets.data?.results ?? []
  return (
    <BudgetDialog
      budget={all.find((one) => one.flow?.id === flow.id && one.period === 'monthly') ?? null}
      draft={suggestedBudget(flow, summary.data?.totals.cost ?? '0')}
      budgets={all}
      currency={summary.data?.currency ?? all[0]?.currency ?? 'EUR'}
      onClose={onClose}
    />
  )
}
