/** Options of a picker. Pure. */
import type { ReactNode } from 'react'

export interface PickerOption {
  value: string
  label: string
  /** Small text after the label: a key, an address. Searched too. */
  note?: string
  icon?: ReactNode
  /** Heading above the first option of a section. Not shown while a text is typed, which orders options otherwise. */
  section?: string
}

/** The value of an object without an id, which cannot be chosen: the picker leaves it out and says so. */
export const noValue = '\u0000'

/** The value of an object as an option. */
export const valueOfId = (id: string): string => (id === '' ? noValue : id)

/**
 * Normalizes case and accents: "Zürich" is found by "zur". An underscore becomes a space: "new_york" finds "New York".
 */
export const foldedText = (text: string): string =>
  text.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('_', ' ').toLocaleLowerCase()

/** The options that contain every typed word, those that begin with the text first; otherwise in the given order. */
export function filterOptions<Option extends Omit<PickerOption, 'icon'>>(
  options: readonly Option[],
  text: string,
): readonly Option[] {
  const words = foldedText(text).split(/\s+/).filter(Boolean)
  if (words.length === 0) return options
  const whole = words.join(' ')
  const prefixMatches: Option[] = []
  const otherMatches: Option[] = []
  for (const option of options) {
    const own = foldedText(`${option.label} ${option.note ?? ''}`)
    if (own.startsWith(whole)) prefixMatches.push(option)
    else if (words.every((word) => own.includes(word))) otherMatches.push(option)
  }
  return [...prefixMatches, ...otherMatches]
}

/** The chosen values after a click on an option: `many` toggles it, else it replaces the previous one. */
export function toggleChoice(chosen: readonly string[], value: string, many: boolean): readonly string[] {
  if (!many) return [value]
  return chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
}
