/** Tags of flows: what a person typed, and what a change makes of the tags that a flow has. Pure. */
import { maxTag } from '#contract/kernel/limits.ts'
import { normalName } from '#lib/text/text.ts'
import { foldedText } from '#ui/overlays/picker-options.ts'

export interface TagChange {
  add: readonly string[]
  remove: readonly string[]
}

/** The tags after a change: what is there stays in its order, what is new comes last. */
export function changedTags(tags: readonly string[], { add, remove }: TagChange): string[] {
  const kept = tags.filter((tag) => !remove.includes(tag))
  return [...kept, ...add.filter((tag) => !kept.includes(tag))]
}

/** Tags in a typed text: a comma ends one, because a list cannot be filtered by a tag that holds one. */
export const typedTags = (text: string): string[] => [...new Set(text.split(',').map(normalName))].filter(Boolean)

/** What is wrong with a tag, in words; null = nothing. */
export const tagProblem = (tag: string): string | null =>
  [...tag].length > maxTag ? `Use at most ${maxTag} characters for a tag.` : null

/** Tags that hold a text. */
export function tagsWith<T extends { tag: string }>(tags: readonly T[], text: string): T[] {
  const wanted = foldedText(text.trim())
  return tags.filter(({ tag }) => foldedText(tag).includes(wanted))
}

/** The tags of some flows that hold a text, those of most flows first. */
export function tagsOf(flows: readonly { tags: readonly string[] }[], text = ''): string[] {
  const many = new Map<string, number>()
  for (const { tags } of flows) for (const tag of tags) many.set(tag, (many.get(tag) ?? 0) + 1)
  const all = [...many].map(([tag, count]) => ({ tag, count }))
  return tagsWith(all, text)
    .toSorted((a, b) => b.count - a.count || a.tag.localeCompare(b.tag))
    .map(({ tag }) => tag)
}

/** "Add the tag “night”, remove “old” and “test”": what a change does, in words. */
export function tagChangeWords({ add, remove }: TagChange): string {
  const listed = (tags: readonly string[]) => tags.map((tag) => `“${tag}”`).join(', ')
  const noun = (tags: readonly string[]) => (tags.length === 1 ? 'the tag' : 'the tags')
  const parts = [
    add.length > 0 ? `add ${noun(add)} ${listed(add)}` : '',
    remove.length > 0 ? `remove ${noun(remove)} ${listed(remove)}` : '',
  ].filter(Boolean)
  const words = parts.join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
