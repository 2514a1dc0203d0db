/** Choices for groups of steps of another product, as plain data: what is offered, and what is sensible. Pure. */
import type { Conversion } from '#flow/health/foreign-step.ts'

export type StepChoice =
  /** Calls a tool of the account; parts offered to an agent become tools of the agent. */
  | { kind: 'tool'; key: string; category: StepToolCategory; name: string }
  /** Switched off; parts of the steps are switched off with them. */
  | { kind: 'off' }
  /** Becomes the step of ours that its reader made of it; what that did not take over is fixed after the import. */
  | { kind: 'convert' }
  /** Stays as it is, and does not run. */
  | { kind: 'keep' }

/** Choices by the keys of groups. */
export type StepChoices = Readonly<Record<string, StepChoice>>

export const stepToolCategories = ['api', 'code', 'transform', 'agent'] as const
export type StepToolCategory = (typeof stepToolCategories)[number]

/** A tool of the account. */
export interface AccountTool {
  key: string
  name: string
  category: string
  /** Host of its URL; "" = none. */
  host: string
}

/** Host of a URL; "" if an expression determines it. */
export const hostOf = (url: string): string =>
  /^https?:\/\/([^/?#{}\s]+)(?:[/?#]|$)/i.exec(url)?.[1]?.toLowerCase() ?? ''

/** What the steps of a group are: in the course of a run, or attached to a step. */
export type StepRole =
  | 'step'
  | 'trigger'
  /** Offered to an agent that runs here. */
  | 'agent tool'
  /** Of an agent that runs here. */
  | 'model'
  | 'memory'
  | 'parser'
  /** Of a step of the other product, with which it is replaced or switched off. */
  | 'part'

export interface StepGroup {
  key: string
  title: string
  role: StepRole
  count: number
  /** Names of the first steps. */
  names: string[]
  /** Ids and indexes of the first steps, to show them. */
  ids: string[]
  indexes: number[]
  /** Names of the steps that they belong to, the first ones. */
  owners: string[]
  /** Hosts that the steps call. */
  hosts: string[]
  /** Categories of tools that can replace all the steps, that of the steps first; empty = none. */
  toolCategories: StepToolCategory[]
  /** What our counterparts of the steps take over; null = no counterpart. */
  conversion: Conversion | null
  /** What follows once the steps are switched off. */
  followers: 'none' | 'continue' | 'stop'
}

/** Groups of a flow, at most `maxGroups`; further ones are counted. */
export interface StepGroups {
  list: StepGroup[]
  omitted: number
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []

/**
 * Tools that can replace the steps. Related ones call the same host, or share at least half of the words of the title;
 * the others are ordered by category.
 */
export function toolsFor<Tool extends AccountTool>(
  { title, hosts, toolCategories }: StepGroup,
  tools: readonly Tool[],
): { related: Tool[]; others: Tool[] } {
  const wanted = new Set(wordsOf(title))
  const isRelated = ({ name, key, host }: Tool) => {
    const own = new Set(wordsOf(`${name} ${key.replaceAll('_', ' ')}`))
    const isNamed = wanted.size > 0 && 2 * [...wanted].filter((word) => own.has(word)).length >= wanted.size
    return isNamed || hosts.includes(host)
  }
  const all = toolCategories.flatMap((category) => tools.filter((tool) => tool.category === category))
  return { related: all.filter(isRelated), others: all.filter((tool) => !isRelated(tool)) }
}

const normalized = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

/** The only tool whose key or name is that of the group; null if there is none, or several. */
function matchingTool({ title, toolCategories }: StepGroup, tools: readonly AccountTool[]): StepChoice | null {
  const wanted = normalized(title)
  const found = tools.flatMap(({ key, name, category: own }) => {
    const category = toolCategories.find((one) => one === own)
    const isNamed = normalized(key) === wanted || normalized(name) === wanted
    return category !== undefined && isNamed ? [{ kind: 'tool' as const, key, category, name }] : []
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

/** Steps that do nothing in their product. */
const idleTitles: ReadonlySet<string> = new Set(['No operation'])

/** The choice that is filled in; null if a person has to decide. Parts of foreign steps follow them without a choice. */
function sensibleChoice(group: StepGroup, tools: readonly AccountTool[]): StepChoice | null {
  // Agents here have the model of the account, and no memory: both are said in the review.
  if (group.role === 'model' || group.role === 'memory') return { kind: 'off' }
  if (idleTitles.has(group.title) && group.followers !== 'stop') return { kind: 'off' }
  return matchingTool(group, tools) ?? (group.conversion && { kind: 'convert' })
}

export function sensibleChoices({ list }: StepGroups, tools: readonly AccountTool[]): StepChoices {
  const entries = list.flatMap((group) => {
    const choice = sensibleChoice(group, tools)
    return choice === null ? [] : [[group.key, choice] as const]
  })
  return Object.fromEntries(entries)
}

/** The choice of a group; null = not made. */
export const choiceOf = (choices: StepChoices, { key }: { key: string }): StepChoice | null =>
  Object.hasOwn(choices, key) ? (choices[key] ?? null) : null

export function withStepChoice(choices: StepChoices, key: string, choice: StepChoice | null): StepChoices {
  const others = Object.fromEntries(Object.entries(choices).filter(([other]) => other !== key))
  return choice === null ? others : { ...others, [key]: choice }
}

/** Whether a person has not decided yet. Parts of steps need no choice of their own. */
export const isOpenGroup = (choices: StepChoices, group: StepGroup): boolean =>
  group.role !== 'part' && choiceOf(choices, group) === null

/** Keeps all steps as they are. */
export const keepAll = ({ list }: StepGroups): StepChoices =>
  Object.fromEntries(list.map(({ key }) => [key, { kind: 'keep' as const }]))
