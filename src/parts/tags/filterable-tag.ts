import { maxTag } from '#contract/kernel/limits.ts'
import { askedText } from '#lib/text/text.ts'

/**
 * Whether flows can be filtered by a tag. The service separates tags by commas: one that contains a comma cannot be
 * named.
 */
export const isFilterableTag = (tag: string): boolean =>
  tag.trim() !== '' && !tag.includes(',') && [...tag].length <= maxTag && askedText(tag, tag.length) === tag
