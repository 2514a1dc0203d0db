/** Parses typed tags, and applies changes to the tags of flows. Pure. */
import { maxTag } from '#contract/kernel/limits.ts'
import { normalName } from '#lib/text/text.ts'
import { foldedText } from '#ui/overlays/picker-options.ts'

export interface TagChange {
  add: readonly string[]
  remove: readonly string[]
}

/** The tags after a change: existing tags keep their order, new tags come last. */
export function changedTags(tags: readonly string[], { add, remove }: TagChange): string[] {
  const remaining = tags.filter((tag) => !remove.includes(tag))
  return [...remaining, ...add.filter((tag) => !remaining.includes(tag))]
}

/** Splits typed text at commas, since flows cannot be filtered by a tag that contains a comma. */
export const typedTags = (text: string): string[] => [...new Set(text.split(',').map(normalName))].filter(Boolean)

/** Why a tag is invalid; null = valid. */
export const tagProblem = (tag: string): string | null =>
  [...tag].length > maxTag ? `Use at most ${maxTag} characters for a tag.` : null

/** Those of the tags that contain a text. */
export function tagsWith<T extends { tag: string }>(tags: readonly T[], text: string): T[] {
  const wanted = foldedText(text.trim())
  return tags.filter(({ tag }) => foldedText(tag).includes(wanted))
}

/** The tags of some flows that contain a text, most frequent first. */
export function tagsOf(flows: readonly { tags: readonly string[] }[], text = ''): string[] {
  const counts = new Map<string, number>()
  for (const { tags } of flows) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const all = [...counts].map(([tag, count]) => ({ tag, count }))
  return tagsWith(all, text)
    .toSorted((a, b) => b.count - a.count || a.tag.localeCompare(b.tag))
    .map(({ tag }) => tag)
}

/** Text of a change: "Add the tag “night”, remove the tags “old”, “test”". */
export function tagChangeWords({ add, remove }: TagChange): string {
  const quoted = (tags: readonly string[]) => tags.map((tag) => `“${tag}”`).join(', ')
  const noun = (tags: readonly string[]) => (tags.length === 1 ? 'the tag' : 'the tags')
  const parts = [
    add.length > 0 ? `add ${noun(add)} ${quoted(add)}` : '',
    remove.length > 0 ? `remove ${noun(remove)} ${quoted(remove)}` : '',
  ].filter(Boolean)
  const words = parts.join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
