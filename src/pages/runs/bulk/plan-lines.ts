/** What a bulk action would do, in sentences. Pure. */
import type { RunBulkPlan } from '#contract/run-work.ts'
import { count, formatCount } from '#lib/count.ts'
import { formatMoney, formatSum } from '#lib/money/format-money.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'
import type { BulkAction } from './bulk-target.ts'

export interface PlanLine {
  title: string
  rest: string
  /** It cannot be undone, or the credit is not enough. */
  isWarning: boolean
}

/** Steps and budgets that are named; the others are counted. */
const maxNamed = 3

const stepName = ({ node }: RunBulkPlan['starts'][number]): string | null => node && (node.name || node.id)

function startLine({ starts }: RunBulkPlan): PlanLine[] {
  const [first] = starts
  if (first === undefined) return []
  const name = stepName(first)
  if (starts.length === 1)
    return [
      name === null
        ? { title: 'They start from the beginning of the flow.', rest: 'All steps are run again.', isWarning: false }
        : { title: `They start at “${name}”.`, rest: 'The steps before are not repeated.', isWarning: false },
    ]
  const named = starts.slice(0, maxNamed).map((start) => {
    const step = stepName(start)
    return `${step === null ? `the beginning of “${start.flow.name}”` : `“${step}”`} ${formatCount(start.count)}`
  })
  const more = starts.length - named.length
  return [
    {
      title: `They start at ${count(starts.length, 'step')}.`,
      rest: `${named.join(', ')}${more > 0 ? ` and ${formatCount(more)} more` : ''}. The steps before are not repeated.`,
      isWarning: false,
    },
  ]
}

/** What is left of the credit, or of the budget that is used up first. */
function costLine({ cost, count: runs, available, budgets, currency }: RunBulkPlan): PlanLine[] {
  if (runs === 0) return []
  const credit = `${formatSum(available, currency)} of credit is left.`
  const total = parseMicros(cost ?? '')
  if (cost === null || total === null)
    return [
      { title: 'The cost is unknown.', rest: `No run of these flows has succeeded yet. ${credit}`, isWarning: false },
    ]
  const limits = budgets.map(({ flow, remaining }) => ({
    words: `The budget ${flow === null ? 'of all flows' : `of “${flow.name}”`} has ${formatSum(remaining, currency)} left.`,
    left: parseMicros(remaining) ?? 0n,
  }))
  const tightest = limits.toSorted((one, other) => (one.left < other.left ? -1 : 1))[0]
  const isShort = total > (parseMicros(available) ?? total) || (tightest !== undefined && total > tightest.left)
  const each = runs === 1 ? '' : `${formatMoney(formatMicros(total / BigInt(runs)), currency)} a run. `
  return [
    {
      title: `It costs about ${formatSum(cost, currency)}${isShort ? ', more than is left' : ''}.`,
      rest: `${each}${tightest?.words ?? credit}`,
      isWarning: isShort,
    },
  ]
}

function effectLines({ messages, requests, count: runs }: RunBulkPlan): PlanLine[] {
  if (runs === 0) return []
  if (messages === 0 && requests === 0)
    return [{ title: 'Nothing is sent.', rest: 'The remaining steps change nothing outside.', isWarning: false }]
  return [
    ...(messages === 0
      ? []
      : [
          {
            title: `Up to ${count(messages, 'message')} ${messages === 1 ? 'is' : 'are'} sent.`,
            rest: 'This cannot be undone.',
            isWarning: true,
          },
        ]),
    ...(requests === 0
      ? []
      : [
          {
            title: `Up to ${count(requests, 'request')} may change data elsewhere.`,
            rest: 'This cannot be undone.',
            isWarning: true,
          },
        ]),
  ]
}

function skippedLine({ skipped }: RunBulkPlan): PlanLine[] {
  const all = skipped.reduce((sum, one) => sum + one.count, 0)
  if (all === 0) return []
  return [
    {
      title: `${count(all, 'run')} ${all === 1 ? 'is' : 'are'} left out.`,
      rest: skipped
        .map(({ reason, count: runs }) => (skipped.length === 1 ? reason : `${formatCount(runs)}: ${reason}`))
        .join(' '),
      isWarning: false,
    },
  ]
}

const cancelLine: PlanLine = {
  title: 'They stop now.',
  rest: 'Completed steps are kept and charged. This cannot be undone.',
  isWarning: true,
}

export const planLines = (action: BulkAction, plan: RunBulkPlan): PlanLine[] =>
  action === 'cancel'
    ? [...(plan.count > 0 ? [cancelLine] : []), ...skippedLine(plan)]
    : [...startLine(plan), ...costLine(plan), ...effectLines(plan), ...skippedLine(plan)]
