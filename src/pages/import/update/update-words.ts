/** Texts about an update of a flow by a file. Pure. */
import type { FlowStatus } from '#contract/flow.ts'
import type { FlowVersion } from '#contract/flows/flow-version.ts'
import type { RequirementChange, RequirementKind } from '#flow/diff/requirements.ts'
import type { UpdateFacts } from '#flow-data/compare/update-facts.ts'
import { count, formatCount } from '#lib/count.ts'
import { formatMicros, parseMicros } from '#lib/money/money.ts'
import { cutText } from '#lib/text/text.ts'

export interface UpdateVerdict {
  tone: 'ok' | 'warn' | 'info'
  title: string
  words: string
}

/** Share of equal steps below which a file counts as another flow, unless its origin says otherwise. */
const leastShare = 1 / 3

const sameSteps = ({ same, after }: UpdateFacts['steps']): string =>
  `${formatCount(same)} of its ${count(after, 'step')} ${same === 1 ? 'is' : 'are'} in this flow`

const isAnotherFlow = ({ steps, isSameOrigin }: Pick<UpdateFacts, 'steps' | 'isSameOrigin'>): boolean =>
  isSameOrigin !== true && steps.same < Math.max(steps.before, steps.after) * leastShare

/** Whether the file is a version of the flow. `differences`: number of lines of the comparison. */
export function updateVerdict(facts: UpdateFacts, differences: number): UpdateVerdict {
  const { steps, isSameOrigin, isNewer } = facts
  if (differences === 0)
    return { tone: 'info', title: 'No differences', words: 'The file is the same as the live version.' }
  if (isAnotherFlow(facts))
    return { tone: 'warn', title: `Another flow: ${sameSteps(steps)}`, words: 'Check that you chose the right file.' }
  const age = isNewer === null ? 'another' : isNewer ? 'a newer' : 'an older'
  return {
    tone: isNewer === false ? 'warn' : 'ok',
    title: `This file is ${age} version of this flow.`,
    words: `${isSameOrigin === true ? 'Same origin id. ' : ''}${sameSteps(steps)}.`,
  }
}

export interface RequirementLine {
  state: 'met' | 'new' | 'gone'
  names: string
  /** Whether the account lacks them. */
  isMissing: boolean
}

/** Maximum length of a shown name or value. */
const maxValue = 40

function nameOf({ name, change, before, after }: RequirementChange): string {
  if (change !== 'changed') return cutText(name, maxValue)
  return `${cutText(name, maxValue)} ${cutText(before ?? '', maxValue)} → ${cutText(after ?? '', maxValue)}`
}

/** The requirements of one kind by their state. `missing`: keys that the account lacks. */
export function requirementLines(
  changes: readonly RequirementChange[],
  missing: ReadonlySet<string>,
  isOfAccount: boolean,
): RequirementLine[] {
  const isNew = ({ name, change }: RequirementChange) =>
    isOfAccount ? missing.has(name) : change === 'added' || change === 'changed'
  const isGone = ({ change }: RequirementChange) => change === 'removed'
  const line = (state: RequirementLine['state'], list: readonly RequirementChange[]): RequirementLine[] =>
    list.length === 0 ? [] : [{ state, names: list.map(nameOf).join(', '), isMissing: isOfAccount && state === 'new' }]
  return [
    ...line(
      'met',
      changes.filter((one) => !isNew(one) && !isGone(one)),
    ),
    ...line(
      'new',
      changes.filter((one) => isNew(one) && !isGone(one)),
    ),
    ...line('gone', changes.filter(isGone)),
  ]
}

export const requirementTitles: Record<RequirementKind, string> = {
  tools: 'Tools',
  channels: 'Channels',
  secrets: 'Secrets',
  variables: 'Variables',
  models: 'Models',
  subflows: 'Subflows',
  settings: 'Settings',
}

/** "5 met · 1 needs you · 2 new · 1 gone" */
export function requirementSum(lines: readonly RequirementLine[]): string {
  const number = (is: (line: RequirementLine) => boolean) => lines.filter(is).length
  const needs = number(({ isMissing }) => isMissing)
  const parts = [
    [number(({ state }) => state === 'met'), 'met'],
    [needs, needs === 1 ? 'needs you' : 'need you'],
    [number(({ state, isMissing }) => state === 'new' && !isMissing), 'new'],
    [number(({ state }) => state === 'gone'), 'gone'],
  ] as const
  return parts.flatMap(([some, word]) => (some === 0 ? [] : [`${some} ${word}`])).join(' · ')
}

/** Cost of a run of a version on average, as an amount; null without ended runs. */
export function averageCost({ cost, runs }: Pick<FlowVersion, 'cost' | 'runs'>): string | null {
  const micros = parseMicros(cost)
  return runs === 0 || micros === null ? null : formatMicros(micros / BigInt(runs))
}

const statusWords: Record<FlowStatus, string> = {
  active: 'active',
  draft: 'a draft',
  paused: 'paused',
  archived: 'archived',
}

/** What an update means for a flow that is not active. */
export const inactiveText = (status: FlowStatus): string =>
  `This flow is ${statusWords[status]}: the update becomes its definition, and nothing runs.`

/** What "Make live" does, in one sentence. `open`: number of runs in progress. */
export function makeLiveText(next: number, open: number): string {
  const runs =
    open === 0
      ? ''
      : `, and ${count(open, 'run')} in progress ${open === 1 ? 'finishes on its' : 'finish on their'} version`
  return `Version ${next} becomes live: new runs use it at once${runs}.`
}

/** What was done. `number`: of the version; null if the flow had this definition already. */
export function updatedText(name: string, number: number | null, as: 'live' | 'draft', isActive: boolean): string {
  if (number === null) return `“${name}” already has this definition.`
  if (as === 'draft') return `Version ${number} of “${name}” was saved as a draft.`
  return isActive ? `Version ${number} of “${name}” is live.` : `“${name}” was updated to version ${number}.`
}

/** Who made a version meanwhile, and what it is. */
export function meanwhileText({ number, by, note, summary }: Pick<FlowVersion, 'number' | 'by' | 'note' | 'summary'>) {
  const what = note || summary
  return `Version ${number} was made meanwhile by ${by?.name ?? 'the service'}${what === '' ? '.' : `: ${what}`}`
}

/** Why the flow cannot run with the file yet; "" if nothing keeps it from running. */
export const obstacleText = (missing: number, problems: number): string =>
  missing > 0
    ? `${count(missing, 'requirement')} ${missing === 1 ? 'is' : 'are'} missing`
    : problems > 0
      ? `${count(problems, 'problem')} to fix`
      : ''

/** Why the import offers to update a flow instead. */
export function offerReason(facts: UpdateFacts | null, hasSameName: boolean): string {
  const name = hasSameName ? 'It has the same name' : ''
  if (facts === null) return `${name}.`
  if (facts.isSameOrigin === true) return `${hasSameName ? `${name} and origin id` : 'It has the same origin id'}.`
  const same = sameSteps(facts.steps)
  if (!hasSameName) return `${same}.`
  return isAnotherFlow(facts) ? `${name}, but only ${same}.` : `${name}, and ${same}.`
}
