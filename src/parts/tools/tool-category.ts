/** Names and tiles of the categories of tools. */
import { tileOfType, type TileStyle } from '#canvas/cards/kind-tile.tsx'
import type { ToolCategory } from '#contract/values/category.ts'

const words: Readonly<Record<ToolCategory, string>> = {
  api: 'API',
  transform: 'Transform',
  condition: 'Condition',
  agent: 'Agent',
  code: 'Code',
  global: 'Global',
}

const isCategory = (category: string): category is ToolCategory => Object.hasOwn(words, category)

/** "API", "Transform"; an unknown category is shown by its name. */
export const categoryWord = (category: string): string => (isCategory(category) ? words[category] : category)

export const categoryTile = (category: string): TileStyle => ({
  ...tileOfType(category),
  label: categoryWord(category),
})
