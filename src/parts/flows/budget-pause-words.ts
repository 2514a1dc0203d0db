/** Why a budget paused a flow, in words. Pure. */
import type { FlowSummary } from '#contract/flow.ts'
import { formatMoney } from '#lib/money/format-money.ts'
import { formatDay, type TimeOptions } from '#lib/time/format-time.ts'

/** "Paused by its budget of €50.00 until 1 Dec"; null if no budget paused the flow. */
export function budgetPauseWords(
  { status, paused_by: pause, currency }: Pick<FlowSummary, 'status' | 'paused_by' | 'currency'>,
  options: TimeOptions,
): string | null {
  if (status !== 'paused' || pause === undefined) return null
  const amount = formatMoney(pause.amount, currency, options.locale)
  const budget = pause.is_for_all ? `the budget of ${amount} for all flows` : `its budget of ${amount}`
  return `Paused by ${budget} until ${formatDay(pause.until, options)}`
}
