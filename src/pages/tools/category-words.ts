import { ToolCategory } from '#contract/values/category.ts'
import { categoryWord } from '#parts/tools/tool-category.ts'

/** Tab for tools of all categories, if a service's tools have no or unknown categories. */
export const allTools = 'all'
/** A tab of the page. */
export type ToolTab = ToolCategory | typeof allTools

/** The category, if it is one of the six of the contract; else null. */
export const knownCategory = (category: string): ToolCategory | null =>
  ToolCategory.options.find((one) => one === category) ?? null

export const tabWord = (tab: ToolTab): string => (tab === allTools ? 'All' : categoryWord(tab))

/** Noun for use within a sentence: "API tool", "transform tool", "tool". */
export const categoryNoun = (tab: ToolTab): string =>
  tab === allTools ? 'tool' : `${tab === 'api' ? 'API' : categoryWord(tab).toLowerCase()} tool`

/** Purpose of a category, for its empty state. */
export const categoryPurpose: Record<ToolCategory, string> = {
  api: 'Calls another service with a configured request and authentication.',
  transform: 'Transforms data with a JSONata expression.',
  condition: 'Decides which branch a flow takes with a CEL expression.',
  agent: 'Runs a model with instructions and the tools it may use.',
  code: 'Runs JavaScript code.',
  global: 'Stores a value that many flows use. A secret is stored encrypted and never shown again.',
}
