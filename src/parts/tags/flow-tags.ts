/** Tags of flows: parsing typed tags, and applying changes. Pure. */
import { maxTag } from '#contract/kernel/limits.ts'
import { normalName } from '#lib/text/text.ts'
import { foldedText } from '#ui/overlays/picker-options.ts'

export interface TagChange {
  add: readonly string[]
  remove: readonly string[]
}

/** The tags after a change: existing ones keep their order, new ones come last. */
export function changedTags(tags: readonly string[], { add, remove }: TagChange): string[] {
  const kept = tags.filter((tag) => !remove.includes(tag))
  return [...kept, ...add.filter((tag) => !kept.includes(tag))]
}

/** Tags in a typed text, separated by commas, since a list cannot be filtered by a tag with a comma. */
export const typedTags = (text: string): string[] => [...new Set(text.split(',').map(normalName))].filter(Boolean)

/** The problem of a tag, in words; null = none. */
export const tagProblem = (tag: string): string | null =>
  [...tag].length > maxTag ? `Use at most ${maxTag} characters for a tag.` : null

/** Tags that contain a text. */
export function tagsWith<T extends { tag: string }>(tags: readonly T[], text: string): T[] {
  const wanted = foldedText(text.trim())
  return tags.filter(({ tag }) => foldedText(tag).includes(wanted))
}

/** The tags of some flows that contain a text, most frequent first. */
export function tagsOf(flows: readonly { tags: readonly string[] }[], text = ''): string[] {
  const many = new Map<string, number>()
  for (const { tags } of flows) for (const tag of tags) many.set(tag, (many.get(tag) ?? 0) + 1)
  const all = [...many].map(([tag, count]) => ({ tag, count }))
  return tagsWith(all, text)
    .toSorted((a, b) => b.count - a.count || a.tag.localeCompare(b.tag))
    .map(({ tag }) => tag)
}

/** "Add the tag “night”, remove “old” and “test”": a change in words. */
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
