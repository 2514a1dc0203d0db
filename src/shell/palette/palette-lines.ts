/** Lines of the palette for a text. Pure. */
import type { ReactNode } from 'react'
import { foldedText } from '#ui/overlays/picker-options.ts'

export type PaletteGroup = 'Flows' | 'Tools' | 'Conversations' | 'Actions' | 'Pages'

export interface PaletteLine {
  id: string
  group: PaletteGroup
  label: string
  note?: string
  icon: ReactNode
  onChoose: () => void
  /** Instead of `onChoose`, for slow actions: the palette stays until it is done, and shows errors. */
  run?: () => Promise<void>
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
    const own = foldedText(`${line.label} ${line.note ?? ''}`)
    return wanted.every((word) => own.includes(word))
  })
}

const order: readonly PaletteGroup[] = ['Flows', 'Tools', 'Conversations', 'Actions', 'Pages']

/** Lines by group. A group of pages or actions comes first if one of its labels begins with the text. */
export function orderedLines(lines: readonly PaletteLine[], words: string): PaletteLine[] {
  const typed = foldedText(words)
  const matchesStart = (line: PaletteLine) =>
    typed !== '' && (line.group === 'Pages' || line.group === 'Actions') && foldedText(line.label).startsWith(typed)
  const matchingGroups = new Set(lines.filter(matchesStart).map((line) => line.group))
  const rank = (group: PaletteGroup) => (matchingGroups.has(group) ? -1 : order.indexOf(group))
  return lines.toSorted((a, b) => rank(a.group) - rank(b.group) || order.indexOf(a.group) - order.indexOf(b.group))
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
