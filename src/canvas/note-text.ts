import type { CanvasNode } from './canvas-graph.ts'

/** Longest text of a note on the canvas: its panel shows all of it. */
const maxNote = 2_000

/** What stands on a note. Notes of other products are Markdown; the marks of headings say nothing here. */
export function noteText({ node }: CanvasNode): string {
  const { text } = node.config
  const words = typeof text === 'string' && text !== '' ? text : node.notes || node.name
  return words.slice(0, maxNote).replace(/^#+[ \t]*/gm, '')
}
