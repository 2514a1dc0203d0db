/** Texts of the review about converted content. Types are shown in the words of the canvas. Pure. */
import { tileOfType } from '#canvas/cards/kind-tile.tsx'
import { convertedFrom } from '#flow/formats/format-titles.ts'
import type { FlowReview } from '#flow/file/review.ts'
import { kindOf, noType } from '#flow/node-kind.ts'
import { foreignTypeWord } from '#flow/visual-kind/step-words.ts'
import { count } from '#lib/count.ts'

/** Numbers of steps by the words of their types, as on the canvas; null = without a type. Most frequent first. */
function typeCounts(types: FlowReview['types']['first']): { word: string | null; nodes: number }[] {
  const counts = new Map<string | null, number>()
  for (const { type, count: nodes } of types) {
    // These are counted separately.
    if (type === 'note' || type === 'group') continue
    const word = type === noType ? null : kindOf(type) === 'unknown' ? foreignTypeWord(type) : tileOfType(type).label
    counts.set(word, (counts.get(word) ?? 0) + nodes)
  }
  return [...counts].map(([word, nodes]) => ({ word, nodes })).toSorted((a, b) => b.nodes - a.nodes)
}

/** The converted content in words, by kind; empty kinds are left out. */
export function convertedContentText({ counts, types }: FlowReview, format: string): string {
  const parts = [
    counts.placed > 0 ? count(counts.placed, 'position') : '',
    counts.variables > 0 ? count(counts.variables, 'variable') : '',
    counts.settings > 0 ? count(counts.settings, 'setting') : '',
    counts.notes > 0 ? count(counts.notes, 'note') : '',
    counts.groups > 0 ? count(counts.groups, 'group') : '',
    counts.disabled > 0 ? `${counts.disabled} disabled` : '',
  ].filter((part) => part !== '')
  const kinds = typeCounts(types.first)
    .slice(0, 6)
    .map(({ word, nodes }) =>
      word === null ? `${count(nodes, 'node')} without a type` : `${nodes.toLocaleString()} ${word}`,
    )
  const from = convertedFrom(format)
  const made = kinds.length === 0 ? '' : `${from === null ? 'Nodes' : `Converted from ${from}`}: ${kinds.join(', ')}. `
  return `${made}${parts.length === 0 ? '' : `${parts.join(', ')}.`}`
}
