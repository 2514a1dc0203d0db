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
/** Width of a letter, on average, and of padding and frame on both sides. */
const [letterWidth, beside] = [6.2, 18]
/** Longer notes are cut; their panel shows all of them. */
const mostLines = 24
const leastLines = 4
/** Of a note that a layout places beside a step; in its file it may lie behind half of the flow. */
const widest = 320
const mostLinesAnew = 10

/** Whole lines that a note of this height shows. */
export const noteLines = (height: number): number => Math.max(1, Math.floor((height - around) / lineHeight))

/** Lines that the text of a note needs, about. */
function linesOf(node: Node, width: number): number {
  const letters = Math.max(1, Math.floor((width - beside) / letterWidth))
  return noteText(node)
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0)
}

/** The height of a note that has no size of its own: as much as its text needs, about. */
export const noteHeight = (node: Node, width: number): number =>
  around + lineHeight * Math.min(mostLines, Math.max(leastLines, linesOf(node, width)))

/** The size of a note in a layout anew: as large as its text needs, and no larger than what can stand beside a step. */
export function noteSizeAnew(node: Node, least: number): { width: number; height: number } {
  const width = Math.min(Math.max(node.size?.width ?? 0, least), widest)
  return { width, height: around + lineHeight * Math.min(mostLinesAnew, linesOf(node, width)) }
}
