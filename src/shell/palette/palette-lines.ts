/** Lines of the palette for a text. Pure. */
import type { ReactNode } from 'react'
import { foldedText } from '#ui/overlays/picker-options.ts'

export type PaletteGroup = 'Flows' | 'Tools' | 'Conversations' | 'Actions' | 'Pages' | 'In definitions'

export interface PaletteLine {
  id: string
  group: PaletteGroup
  label: string
  note?: string
  icon: ReactNode
  onChoose: () => void
  /** Instead of `onChoose`, for slow actions: the palette stays until it is done, and shows errors. */
  run?: () => Promise<void>
  /** Listed only if it matches a text, so that the first list is short. */
  isSubPage?: true
  /** Further actions: Tab. */
  actions?: readonly PaletteLine[]
}

/** Scope of the search: `>` at the start for actions only, `#` for conversations. */
export type PaletteMode = 'all' | 'actions' | 'conversations'

/** The mode and the words of a text. */
export function readPaletteText(text: string): { mode: PaletteMode; words: string } {
  const start = text.trimStart()
  if (start.startsWith('>')) return { mode: 'actions', words: start.slice(1).trim() }
  if (start.startsWith('#')) return { mode: 'conversations', words: start.slice(1).trim() }
  return { mode: 'all', words: start.trim() }
}

/** The words as a conversation number; null if they are not a number. */
export const numberIn = (words: string): string | null => /^\d{1,15}$/.exec(words)?.[0] ?? null

/** The lines that contain every word in label or note. Their order is kept. */
export function matchingLines(lines: readonly PaletteLine[], words: string): PaletteLine[] {
  const wanted = foldedText(words).split(/\s+/).filter(Boolean)
  return lines.filter((line) => {
    if (line.isSubPage && wanted.length === 0) return false
    const own = foldedText(`${line.label} ${line.note ?? ''}`)
    return wanted.every((word) => own.includes(word))
  })
}

const order: readonly PaletteGroup[] = ['Flows', 'Tools', 'Conversations', 'Actions', 'Pages', 'In definitions']

/** How well a label matches: it begins with the text, contains it, or neither, as if the match is elsewhere. */
function distance({ label }: PaletteLine, typed: string): number {
  const own = foldedText(label)
  return typed === '' || own.startsWith(typed) ? 0 : own.includes(typed) ? 1 : 2
}

/**
 * Lines by group, each with the best matches first. A label that begins with the text puts its group first, except
 * matches in definitions, which come later than the others and must not move them.
 */
export function orderedLines(lines: readonly PaletteLine[], words: string): PaletteLine[] {
  const typed = foldedText(words)
  const beginning = new Set(
    lines.filter((line) => typed !== '' && distance(line, typed) === 0).map(({ group }) => group),
  )
  const rank = (group: PaletteGroup) => {
    if (group === 'In definitions') return 3
    return !beginning.has(group) ? 2 : group === 'Pages' || group === 'Actions' ? 0 : 1
  }
  const distanceOf = (line: PaletteLine) => (line.group === 'In definitions' ? 0 : distance(line, typed))
  return lines.toSorted(
    (a, b) =>
      rank(a.group) - rank(b.group) || order.indexOf(a.group) - order.indexOf(b.group) || distanceOf(a) - distanceOf(b),
  )
}

/** The label in pieces, so that the first match can be highlighted. */
export function highlightedPieces(label: string, words: string): { text: string; isMatch: boolean }[] {
  const wanted = words.toLowerCase()
  const at = wanted === '' ? -1 : label.toLowerCase().indexOf(wanted)
  if (at === -1) return [{ text: label, isMatch: false }]
  const end = at + wanted.length
  return [
    { text: label.slice(0, at), isMatch: false },
    { text: label.slice(at, end), isMatch: true },
    { text: label.slice(end), isMatch: false },
  ].filter((piece) => piece.text !== '')
}
