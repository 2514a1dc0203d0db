import type { Node } from '#contract/flow.ts'

/** Longest text of a note on the canvas: its panel shows all of it. */
const maxNote = 2_000

/** What stands on a note. Notes of other products are Markdown; its marks and the addresses of links say nothing here. Node-RED breaks names with " \n ". */
export function noteText({ config: { text }, notes, name }: Node): string {
  const words = typeof text === 'string' && text !== '' ? text : notes || name
  return words
    .slice(0, maxNote)
    .replace(/[ \t]\\n[ \t]/g, '\n')
    .replace(/^#+[ \t]*/gm, '')
    .replace(/!?\[([^[\]]*)\]\((?:https?:|\/|\.|#|mailto:)[^()\s]*\)/g, '$1')
    .replace(/\*\*([^*\n]+)\*\*/g, '$1')
}

/** Height of a line, and of padding and frame above and below; canvas pixels. */
const [lineHeight, around] = [17, 18]
/** Width of a letter, on average, and of padding and frame on both sides. */
const [letterWidth, beside] = [6.2, 18]
/** The same of the large letters in which names and notes are written under 60 %; so many of their lines have room, at the least. */
const far = { lineHeight: 25, letterWidth: 10.9, most: 3 }
/** Longer notes are cut; their panel shows all of them. */
const mostLines = 24
/** Of a note whose size is ours to say; in its file it may lie behind half of the flow. */
const widest = 320
const mostLinesAnew = 10

/** Whole lines that a note of this height shows. */
export const noteLines = (height: number): number => Math.max(1, Math.floor((height - around) / lineHeight))

/** Lines that the text of a note needs, about. */
function linesOf(node: Node, width: number, letter = letterWidth): number {
  const letters = Math.max(1, Math.floor((width - beside) / letter))
  return noteText(node)
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0)
}

/** The height of paper for a text: of so many lines, and of its beginning in letters that can be read from afar. */
const heightFor = (node: Node, width: number, most: number): number =>
  around +
  Math.max(
    lineHeight * Math.min(most, linesOf(node, width)),
    far.lineHeight * Math.min(far.most, linesOf(node, width, far.letterWidth)),
  )

/** The size of a note that has none of its own: as much as its text needs, about; wider where that is much. */
export function noteSize(node: Node, least: number): { width: number; height: number } {
  const width = linesOf(node, least) > mostLinesAnew ? widest : least
  return { width, height: heightFor(node, width, mostLines) }
}

/** The size of a note in a layout anew: as large as its text needs, and no larger than what can stand beside a step. */
export function noteSizeAnew(node: Node, least: number): { width: number; height: number } {
  const width = Math.min(Math.max(node.size?.width ?? 0, least), widest)
  return { width, height: heightFor(node, width, mostLinesAnew) }
}
