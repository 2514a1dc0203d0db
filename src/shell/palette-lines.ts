/** What the palette offers for a text. Pure. */

export interface Line {
  id: string
  group: 'Flows' | 'Pages' | 'Actions'
  label: string
  note?: string
  onChoose: () => void
}

const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Lines whose label holds every word of the text, in the order given. `>` at the start asks for actions alone. */
export function matching(lines: readonly Line[], text: string): Line[] {
  const actionsOnly = text.trimStart().startsWith('>')
  const words = fold(text.replace(/^\s*>/, '')).split(/\s+/).filter(Boolean)
  return lines.filter(
    (line) => (!actionsOnly || line.group === 'Actions') && words.every((word) => fold(line.label).includes(word)),
  )
}

/** The label in pieces, so that what was searched for can be marked. */
export function markedPieces(label: string, text: string): { text: string; marked: boolean }[] {
  const wanted = text.replace(/^\s*>/, '').trim().toLowerCase()
  const at = wanted === '' ? -1 : label.toLowerCase().indexOf(wanted)
  if (at === -1) return [{ text: label, marked: false }]
  const end = at + wanted.length
  return [
    { text: label.slice(0, at), marked: false },
    { text: label.slice(at, end), marked: true },
    { text: label.slice(end), marked: false },
  ].filter((piece) => piece.text !== '')
}
