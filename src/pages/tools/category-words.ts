import { kindTileOf } from '#canvas/cards/kind-tile.tsx'
import { ToolCategory } from '#contract/values/category.ts'

/** All categories together: for a service whose tools have none, or unknown ones. */
export const allTools = 'all'
/** A tab of the page. */
export type ToolTab = ToolCategory | typeof allTools

/** The category, if it is one of the six. */
export const knownCategory = (category: string): ToolCategory | null =>
  ToolCategory.options.find((one) => one === category) ?? null

/** "API", "Transform"; an unknown category is its own word; '' if there is none. */
export const categoryWord = (category: string): string => (category === '' ? '' : kindTileOf(category).word)

export const tabWord = (tab: ToolTab): string => (tab === allTools ? 'All' : categoryWord(tab))

/** "API tool", "transform tool", "tool": within a sentence. */
export const categoryNoun = (tab: ToolTab): string =>
  tab === allTools ? 'tool' : `${tab === 'api' ? 'API' : categoryWord(tab).toLowerCase()} tool`

/** Purpose of a category, for its empty state. */
export const categoryPurpose: Record<ToolCategory, string> = {
  api: 'It calls another service: an address, what is sent, and how one signs in there.',
  transform: 'It turns data into other data, by an expression in JSONata.',
  condition: 'It decides which way a flow takes, by an expression in CEL.',
  agent: 'It lets a model answer, by instructions and with the tools that it may use.',
  code: 'It runs a few lines of JavaScript.',
  global: 'It keeps a value that many flows use. A secret is stored encrypted and never shown again.',
}
