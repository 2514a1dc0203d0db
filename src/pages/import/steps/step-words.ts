/** Texts about groups of steps of another product, and the choices for them. Pure. */
import { isOpenGroup, type StepChoice, type StepChoices, type StepGroup } from '#flow/choices/step-choices.ts'
import type { Conversion } from '#flow/health/foreign-step.ts'
import { blockingCount } from '#flow/health/findings.ts'
import { needingSteps } from '#flow/health/verdict.ts'
import type { ChosenSteps } from '#flow-data/worker/choose-steps.ts'
import { count } from '#lib/count.ts'

/** "Watch, Download, 3 more" */
export const listText = (items: readonly string[], total: number): string =>
  [...items, ...(total > items.length ? [`${(total - items.length).toLocaleString()} more`] : [])].join(', ')

const isPart = ({ role }: StepGroup): boolean => role !== 'step' && role !== 'trigger'

/** What the steps of a group are called, or belong to. */
export function groupSubtitle(group: StepGroup): string {
  const { names, owners, count: steps, role, title } = group
  const belongs = role === 'part' ? 'part of' : 'belongs to'
  if (isPart(group) && owners.length > 0) return `${belongs} ${listText(owners, owners.length)}`
  // A step that has the name of its type.
  return names.every((name) => name === title) ? '' : listText(names, steps)
}

/** The choice in few words, on its control. */
export function choiceLabel({ role, owners }: StepGroup, choice: StepChoice | null): string {
  if (choice === null) return role === 'part' ? `Part of ${owners[0] ?? 'its step'}` : 'Choose…'
  if (choice.kind === 'tool') return `Use the tool ${choice.name}`
  if (choice.kind === 'convert') return 'Convert and fix later'
  if (choice.kind === 'keep') return 'Leave as it is'
  return role === 'model' ? 'Use this account’s model' : 'Switch off'
}

const effects: Readonly<Record<string, string>> = {
  trigger: 'It no longer starts the flow.',
  'agent tool': 'The agent works without it.',
  model: 'The agent runs with the model of this account.',
  memory: 'The agent does not remember earlier messages.',
  parser: 'The agent replies with plain text.',
  part: 'It does nothing without the step that it is part of.',
}

function effectOnFollowers({ followers, count: steps }: StepGroup): string {
  if (followers === 'stop') return 'Not all of the steps that follow run then.'
  const own = steps === 1 ? 'its' : 'their'
  return followers === 'continue'
    ? `What follows gets ${own} input.`
    : `No step follows ${steps === 1 ? 'it' : 'them'}.`
}

const switchedOffText = (group: StepGroup): string => effects[group.role] ?? effectOnFollowers(group)

/** What a conversion takes over, and what is left to do. */
function conversionText({ filled, rewrite, add }: Conversion): string {
  const parts = [
    ['Filled in', filled],
    ['To rewrite', rewrite],
    ['To add', add],
  ] as const
  return parts.flatMap(([label, words]) => (words.length === 0 ? [] : [`${label}: ${words.join(', ')}.`])).join(' ')
}

/** What a choice means; "" if nothing is chosen. `inputs`: of the chosen tool; null = the tool does not exist. */
export function choiceEffect(group: StepGroup, choice: StepChoice | null, inputs: readonly string[] | null): string {
  if (choice === null)
    return group.role === 'part' ? `Is replaced or switched off together with ${group.owners[0] ?? 'its step'}.` : ''
  if (choice.kind === 'convert') return group.conversion === null ? '' : conversionText(group.conversion)
  if (choice.kind === 'keep') return 'Does not run.'
  if (choice.kind === 'off') return switchedOffText(group)
  if (inputs === null) return 'This tool no longer exists. Choose another one.'
  if (group.role === 'agent tool') return 'The agent can call it.'
  if (inputs.length === 0) return 'The settings of the step are not carried over.'
  const names = listText(inputs.slice(0, 3), inputs.length)
  return `${inputs.length === 1 ? 'Its input' : 'Its inputs'} ${names} ${inputs.length === 1 ? 'is' : 'are'} not filled in yet.`
}

/** Number of problems after the import, as the flow's page counts them. */
export const problemsLeft = (steps: ChosenSteps | null): number => (steps === null ? 0 : blockingCount(steps.findings))

/** Whether nothing else keeps the flow from running than steps that a person leaves as they are. */
function isLeft({ groups: { list, omitted }, after }: ChosenSteps, choices: StepChoices | null): boolean {
  if (choices === null || omitted > 0 || after.foreign === 0) return false
  const isElse = after.faulty + needingSteps(after) + after.secrets + after.otherErrors > 0
  return !isElse && list.every((group) => !isOpenGroup(choices, group) && choices[group.key]?.kind !== 'convert')
}

/** Label of the button that imports one flow. */
export function importLabel(steps: ChosenSteps | null, choices: StepChoices | null): string {
  const left = problemsLeft(steps)
  if (steps === null || left === 0) return 'Import'
  return isLeft(steps, choices) ? 'Import as it is' : `Import with ${count(left, 'problem')}`
}

/** What will be there after the import. */
export function outcomeText(steps: ChosenSteps | null, choices: StepChoices | null): string {
  const left = problemsLeft(steps)
  if (steps === null || left === 0) return 'Becomes a draft.'
  if (isLeft(steps, choices))
    return `Becomes a draft. ${count(steps.after.foreign, 'step is left as it is', 'steps are left as they are')}, so it cannot run.`
  return 'Becomes a draft. It cannot run yet.'
}
