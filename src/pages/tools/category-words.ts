import { kindOf } from '#canvas/kind-tile.tsx'
import type { ToolCategory } from '#contract/category.ts'

/** "API", "Transform". */
export const categoryWord = (category: ToolCategory): string => kindOf(category).word

/** "API tool", "transform tool": within a sentence. */
export const categoryNoun = (category: ToolCategory): string =>
  `${category === 'api' ? 'API' : categoryWord(category).toLowerCase()} tool`

/** What a tool of the category does, where there is none yet. */
export const categoryPurpose: Record<ToolCategory, string> = {
  api: 'It calls another service: an address, what is sent, and how one signs in there.',
  transform: 'It turns data into other data, by an expression in JSONata.',
  condition: 'It decides which way a flow takes, by an expression in CEL.',
  agent: 'It lets a model answer, by instructions and with the tools that it may use.',
  code: 'It runs a few lines of JavaScript.',
  global: 'It keeps a value that many flows use. A secret is stored encrypted and never shown again.',
}
