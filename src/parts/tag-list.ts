/** A list of tags while it is edited. Pure. */
import { maxTag, maxTags } from '#contract/limits.ts'

const clean = (text: string): string => text.trim().normalize('NFC')

/** Why a text cannot be added as a tag; null where it can, and while nothing is typed. */
export function tagProblem(tags: readonly string[], text: string): string | null {
  const tag = clean(text)
  if (tag === '') return null
  const length = [...tag].length
  if (length > maxTag) return `Use at most ${maxTag} characters; these are ${length.toLocaleString()}.`
  return tags.length >= maxTags && !tags.includes(tag) ? `There are ${maxTags} tags already. Remove one first.` : null
}

/** The list with one tag more; the same list where it is there already or nothing was typed. */
export function withTag(tags: readonly string[], text: string): readonly string[] {
  const tag = clean(text)
  return tag === '' || tags.includes(tag) ? tags : [...tags, tag]
}
