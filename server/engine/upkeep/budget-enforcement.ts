/** Pauses flows whose budget is used up, and makes them active again in a new period or after a change of the budget. */
import type pg from 'pg'
import { formatMoney } from '#lib/money/format-money.ts'
import { formatDay } from '#lib/time/format-time.ts'
import {
  accountsWithPauses,
  activatePaused,
  clearPause,
  flowsPausedByBudget,
  pauseFlows,
  forgetPausing,
  pausingBudgets,
  replacePause,
  type BudgetState,
} from '#server/store/engine/engine-budget.ts'
import { inTransaction } from '#server/store/engine/engine-db.ts'
import type { EventBus } from '#server/engine/events/events.ts'

/** Code of a run or a start that a budget stops. */
export const budgetReached = 'budget_reached'

/** "Paused by its budget of €50.00 until 1 Dec." */
export function budgetReachedMessage({ zone, currency, pause }: BudgetState, now: Date): string {
  const amount = formatMoney(pause.amount, currency, 'en-GB')
  const until = formatDay(pause.until, { now: now.getTime(), zone, locale: 'en-GB' })
  return `Paused by ${pause.is_for_all ? `the budget of ${amount} for all flows` : `its budget of ${amount}`} until ${until}.`
}

interface Parts {
  pool: pg.Pool
  now: () => Date
  events: EventBus
  updateSchedules: (account: string, flow: string) => Promise<void>
}

const hasPaused = ({ pausedFrom, period }: BudgetState): boolean => pausedFrom?.getTime() === period.from

export interface BudgetEnforcement {
  /** Pauses and resumes the flows of one account. */
  enforce: (account: string) => Promise<void>
  enforceAll: () => Promise<void>
  /** Notes that a run has met a reached budget, for `enforceScheduled`. */
  schedule: (account: string) => void
  /**
   * Enforces the budgets that runs have met. To be called by a timer: a call from within a run would be part of its
   * workflow, where schedules cannot be changed.
   */
  enforceScheduled: () => Promise<void>
}

export function makeBudgetEnforcement({ pool, now, events, updateSchedules }: Parts): BudgetEnforcement {
  const scheduled = new Set<string>()

  const publish = (account: string, noun: 'flow' | 'budget', id: string) =>
    events.publish(account, { noun, id, change: 'changed' })

  const pauseNew = async (account: string, reached: readonly BudgetState[]) => {
    for (const budget of reached) {
      if (hasPaused(budget)) continue
      const paused = await inTransaction(pool, (client) => pauseFlows(client, account, budget, now()))
      if (paused === null) continue
      publish(account, 'budget', budget.id)
      for (const flow of paused) publish(account, 'flow', flow)
      // If the process dies here, the schedules are left, and their starts are refused.
      for (const flow of paused) await updateSchedules(account, flow)
    }
  }

  const resume = async (account: string, reached: readonly BudgetState[]) => {
    for (const flow of await flowsPausedByBudget(pool, account)) {
      const budget = reached.find(({ flowId }) => flowId === null || flowId === flow.id)
      if (budget?.id === flow.pause.budget && budget.pause.until === flow.pause.until) continue
      if (budget) await replacePause(pool, account, flow, budget.pause)
      else {
        await activatePaused(pool, account, flow)
        await updateSchedules(account, flow.id)
        if (!(await clearPause(pool, account, flow))) continue
      }
      publish(account, 'flow', flow.id)
    }
  }

  const enforce = async (account: string) => {
    const budgets = await pausingBudgets(pool, account, { flow: null, now: now() })
    for (const budget of budgets) if (!budget.isReached && hasPaused(budget)) await forgetPausing(pool, account, budget)
    const reached = budgets.filter(({ isReached }) => isReached)
    await pauseNew(account, reached)
    await resume(account, reached)
  }

  return {
    enforce,
    async enforceAll() {
      for (const account of await accountsWithPauses(pool)) await enforce(account)
    },
    schedule: (account) => void scheduled.add(account),
    async enforceScheduled() {
      for (const account of scheduled) {
        scheduled.delete(account)
        await enforce(account)
      }
    },
  }
}
