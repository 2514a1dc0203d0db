import type { Node } from '#contract/flow.ts'

/** Longest text of a note on the canvas: its panel shows all of it. */
const maxNote = 2_000

/** What stands on a note. Notes of other products are Markdown; the marks of headings say nothing here. */
export function noteText({ config: { text }, notes, name }: Node): string {
  const words = typeof text === 'string' && text !== '' ? text : notes || name
  return words.slice(0, maxNote).replace(/^#+[ \t]*/gm, '')
}

/** Height of a line, and of padding and frame above and below; canvas pixels. */
const [lineHeight, around] = [17, 18]
/** Letters that fit into a line of a note without a size of its own, on average. */
const lettersPerLine = 32
/** Longer notes are cut; their panel shows all of them. */
const mostLines = 24
const leastLines = 4

/** Whole lines that a note of this height shows. */
export const noteLines = (height: number): number => Math.max(1, Math.floor((height - around) / lineHeight))

/** The height of a note that has no size of its own: as much as its text needs, about. */
export function noteHeight(node: Node): number {
  const lines = noteText(node)
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / lettersPerLine)), 0)
  return around + lineHeight * Math.min(mostLines, Math.max(leastLines, lines))
}
