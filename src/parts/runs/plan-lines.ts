/** What runs would do before they start, in sentences. Pure. */
import type { BulkAction, RunBulkPlan } from '#contract/run-work.ts'
import { permanentDetail } from '#contract/values/retry-outlook.ts'
import type { RunPlan } from '#contract/runs/run-plan.ts'
import { count, formatCount } from '#lib/count.ts'
import { formatMoney, formatSum } from '#lib/money/format-money.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'

export interface PlanLine {
  title: string
  rest: string
  /** It cannot be undone, it fails again, or the credit is not enough. */
  isWarning: boolean
}

/** Steps that are named; the others are counted. */
const maxNamed = 3

const simulatedWords = 'Nothing is sent, nothing is charged.'

const simulatedLine: PlanLine = { title: 'Sample runs are simulated.', rest: simulatedWords, isWarning: false }

const sumOf = (starts: RunBulkPlan['starts']): number => starts.reduce((sum, start) => sum + start.count, 0)

/** "“Pay” 4, “Check” 2 and 3 more steps." */
function stepWords(steps: RunBulkPlan['starts']): string {
  const named = steps
    .slice(0, maxNamed)
    .map(({ node, count: runs }) => `“${node?.name || node?.id}” ${formatCount(runs)}`)
  const more = steps.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${count(more, 'more step')}` : ''}.`
}

function startLine({ starts, count: runs }: RunBulkPlan): PlanLine[] {
  const [first] = starts
  if (first === undefined) return []
  const subject = runs === 1 ? 'It starts' : 'They start'
  const steps = starts.filter(({ node }) => node !== null)
  const whole = sumOf(starts) - sumOf(steps)
  const line = (title: string, rest: string) => [{ title, rest, isWarning: false }]
  if (steps.length === 0)
    return line(`${subject} from the beginning of the flow.`, 'All steps are run again, with the same input.')
  if (whole > 0)
    return line(
      `${formatCount(whole)} of ${formatCount(runs)} ${whole === 1 ? 'starts' : 'start'} from the beginning of the flow.`,
      'The others start where they stopped, and repeat no earlier step.',
    )
  if (steps.length === 1)
    return line(`${subject} at “${first.node?.name || first.node?.id}”.`, 'The steps before are not repeated.')
  return line('They start where they stopped.', `${stepWords(steps)} The steps before are not repeated.`)
}

/** What is left of the credit, or of the budget that is used up first. */
function costLine({ cost, count: all, simulated, available, budgets, currency }: RunBulkPlan): PlanLine {
  const credit = `${formatSum(available, currency)} of credit is left.`
  const total = parseMicros(cost ?? '')
  if (cost === null || total === null)
    return {
      title: 'The cost is unknown.',
      rest: `No run of these flows has succeeded in the last 30 days. ${credit}`,
      isWarning: false,
    }
  const limits = budgets.map(({ flow, remaining }) => ({
    words: `The budget ${flow === null ? 'of all flows' : `of “${flow.name}”`} has ${formatSum(remaining, currency)} left.`,
    left: parseMicros(remaining) ?? 0n,
  }))
  const tightest = limits.toSorted((one, other) => (one.left < other.left ? -1 : 1))[0]
  const isShort = total > (parseMicros(available) ?? total) || (tightest !== undefined && total > tightest.left)
  const runs = simulated > 0 ? all - simulated : all
  const each = runs === 1 ? '' : `${formatMoney(formatMicros(total / BigInt(runs)), currency)} a run. `
  const subject = runs === all ? 'It costs' : runs === 1 ? 'The other one costs' : `The other ${formatCount(runs)} cost`
  return {
    title: `${subject} about ${formatSum(cost, currency)}${isShort ? ', more than is left' : ''}.`,
    rest: `${each}${tightest?.words ?? credit}`,
    isWarning: isShort,
  }
}

type Effects = Pick<RunPlan, 'messages' | 'requests' | 'flows'>

/** @param safe title and rest if nothing is sent and nothing changes */
function effectLines({ messages, requests, flows }: Effects, ...safe: [string, string]): PlanLine[] {
  const lines: PlanLine[] = []
  const warn = (title: string, rest: string) => lines.push({ title, rest, isWarning: true })
  const final = 'This cannot be undone.'
  if (messages > 0) warn(`Up to ${count(messages, 'message')} ${messages === 1 ? 'is' : 'are'} sent.`, final)
  if (requests > 0) warn(`Up to ${count(requests, 'request')} may change data elsewhere.`, final)
  if (flows > 0)
    warn(
      `Up to ${count(flows, 'run')} of other flows ${flows === 1 ? 'is' : 'are'} started.`,
      `What ${flows === 1 ? 'it sends and costs' : 'they send and cost'} is not included.`,
    )
  if (lines.length > 0) return lines
  return [{ title: safe[0], rest: safe[1], isWarning: false }]
}

/** Runs that are left out, without those of `permanentLine`. */
function skippedLine({ skipped: all }: RunBulkPlan): PlanLine[] {
  const skipped = all.filter(({ reason }) => reason !== permanentDetail)
  const runs = skipped.reduce((sum, one) => sum + one.count, 0)
  if (runs === 0) return []
  return [
    {
      title: `${count(runs, 'run')} ${runs === 1 ? 'is' : 'are'} left out.`,
      rest: skipped
        .map(({ reason, count: some }) => (skipped.length === 1 ? reason : `${formatCount(some)}: ${reason}`))
        .join(' '),
      isWarning: false,
    },
  ]
}

/** Runs that would fail again: of those that the plan includes, or left out. */
function permanentLine({ permanent, count: runs }: RunBulkPlan, isIncluded: boolean): PlanLine[] {
  if (!(permanent > 0)) return []
  const subject = runs === 1 ? 'It' : permanent === runs ? 'They' : `${formatCount(permanent)} of them`
  const cause = 'cause stays until the flow, its input or a setting is changed.'
  return [
    isIncluded
      ? { title: `${subject} would fail again.`, rest: `The ${cause}`, isWarning: true }
      : { title: `${count(permanent, 'run')} would fail again.`, rest: `Left out: the ${cause}`, isWarning: true },
  ]
}

/** Cost and effects, of which simulated runs have none. */
function consequenceLines(plan: RunBulkPlan): PlanLine[] {
  const { simulated, count: runs } = plan
  if (simulated === runs) return [simulatedLine]
  const mixed = `${formatCount(simulated)} of ${formatCount(runs)} ${simulated === 1 ? 'is a sample run' : 'are sample runs'}.`
  return [
    ...(simulated > 0 ? [{ title: mixed, rest: `Simulated: ${simulatedWords.toLowerCase()}`, isWarning: false }] : []),
    costLine(plan),
    ...effectLines(plan, 'Safe to retry.', 'Nothing is sent, and no data changes elsewhere.'),
  ]
}

const cancelLine: PlanLine = {
  title: 'They stop now.',
  rest: 'Completed steps are kept and charged. This cannot be undone.',
  isWarning: true,
}

/** @param includesPermanent whether the plan includes the runs that would fail again */
export function planLines(action: BulkAction, plan: RunBulkPlan, includesPermanent = false): PlanLine[] {
  if (plan.count === 0) return skippedLine(plan)
  if (action === 'cancel') return [cancelLine, ...skippedLine(plan)]
  return [
    ...(includesPermanent ? permanentLine(plan, true) : []),
    ...startLine(plan),
    ...consequenceLines(plan),
    ...(includesPermanent ? [] : permanentLine(plan, false)),
    ...skippedLine(plan),
  ]
}

/** The same for services that have no plans. */
export const retryLinesWithoutPlan = (runs: number): PlanLine[] => [
  {
    title: runs === 1 ? 'It starts where it stopped.' : 'They start where they stopped.',
    rest: 'The steps before are not repeated.',
    isWarning: false,
  },
  { title: 'Later steps may cost, and send messages.', rest: 'This cannot be undone.', isWarning: true },
]

/** What a run of a flow costs and sends. */
export function runPlanLines(plan: RunPlan, isTest = false): PlanLine[] {
  if (plan.is_simulated) return [simulatedLine]
  const { cost, currency } = plan
  const costs =
    cost === null
      ? { title: 'The cost is unknown.', rest: 'No run of this flow has succeeded in the last 30 days.' }
      : parseMicros(cost) === 0n
        ? { title: 'A run costs nothing.', rest: '' }
        : { title: `A run costs about ${formatSum(cost, currency)}.`, rest: 'The mean of the last 30 days.' }
  const effects = effectLines(plan, 'Nothing is sent.', 'No data changes elsewhere.')
  return [
    { ...costs, isWarning: false },
    ...effects,
    // The replies of a test have no recipient.
    ...(isTest && plan.messages + plan.requests > 0
      ? [{ title: 'A test sends this too, except replies.', rest: '', isWarning: false }]
      : []),
  ]
}
