import type { Node } from '#contract/flow.ts'

/** Maximum characters of a note on the canvas; its panel shows the whole text. */
const maxNote = 2_000

/**
 * The text of a note. Notes of other products are Markdown; its markup and the URLs of links are removed. Node-RED
 * writes line breaks in names as a backslash and an "n" between spaces.
 */
export function noteText({ config: { text }, notes, name }: Node): string {
  const words = typeof text === 'string' && text !== '' ? text : notes || name
  return words
    .slice(0, maxNote)
    .replace(/[ \t]\\n[ \t]/g, '\n')
    .replace(/^#+[ \t]*/gm, '')
    .replace(/!?\[([^[\]]*)\]\((?:https?:|\/|\.|#|mailto:)[^()\s]*\)/g, '$1')
    .replace(/\*\*([^*\n]+)\*\*/g, '$1')
    .replace(/(?<!`)`([^`\n]+)`(?!`)/g, '$1')
    .replace(/(?<![\w*])\*(?![\s*])([^*\n]*[^\s*])\*(?![\w*])/g, '$1')
}

/** What a node is called everywhere: its name, or its id without one; of a note its first words. */
export function nodeTitle(node: Node): string {
  const text = node.type === 'note' ? noteText(node).trim().split('\n')[0] : node.name
  return text?.trim() ? text : node.id
}

/** Line height, and vertical padding with frame; canvas pixels. */
const [lineHeight, verticalPadding] = [17, 18]
/** Average width of a character, and horizontal padding with frame. */
const [letterWidth, horizontalPadding] = [6.2, 18]
/** The same for the larger text of names and notes below 60%; a note has space for at least `most` such lines. */
const overviewText = { lineHeight: 25, letterWidth: 10.9, most: 3 }
/** Maximum lines: longer notes are cut; their panel shows the whole text. */
const maxLines = 24
/** Maximum width of a note with an automatic size: a wide one may cover half of the flow. */
const maxWidth = 320
const maxRewrappedLines = 10

/** Number of whole lines that fit in a note of this height. */
export const noteLines = (height: number): number => Math.max(1, Math.floor((height - verticalPadding) / lineHeight))

/** Approximate number of lines of a note's text. */
function linesOf(node: Node, width: number, letter = letterWidth): number {
  const letters = Math.max(1, Math.floor((width - horizontalPadding) / letter))
  return noteText(node)
    .split('\n')
    .reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / letters)), 0)
}

/** The height of a note: for up to `most` lines, and at least for the first lines in the large text of low zooms. */
const heightFor = (node: Node, width: number, most: number): number =>
  verticalPadding +
  Math.max(
    lineHeight * Math.min(most, linesOf(node, width)),
    overviewText.lineHeight * Math.min(overviewText.most, linesOf(node, width, overviewText.letterWidth)),
  )

/** The size of a note that has none in the flow: approximately as large as its text needs; wider for long texts. */
export function noteSize(node: Node, least: number): { width: number; height: number } {
  const width = linesOf(node, least) > maxRewrappedLines ? maxWidth : least
  return { width, height: heightFor(node, width, maxLines) }
}

/** The size of a note in a new layout: as large as its text needs, but small enough for a place beside a step. */
export function noteSizeInNewLayout(node: Node, least: number): { width: number; height: number } {
  const width = Math.min(Math.max(node.size?.width ?? 0, least), maxWidth)
  return { width, height: heightFor(node, width, maxRewrappedLines) }
}
