/** Accessible label of a row of the outline. Pure. */
import { kindWord } from '#canvas/model/kind-word.ts'
import { kindOf } from '#flow/node-kind.ts'
import type { OutlineShape } from '#flow/outline/outline.ts'
import type { RowFacts } from './row-facts.ts'
import { hasInside } from './outline-rows.ts'
import { kindOfRow } from './outline-words.ts'

/** Whether a branch row has no target. */
export const leadsNowhere = (outline: OutlineShape, row: number): boolean =>
  kindOfRow(outline, row) === 'branch' && !hasInside(outline, row)

/** The complete label of a row. */
export function rowLabel(outline: OutlineShape, row: number, { words, node }: RowFacts, isFound: boolean): string {
  if (kindOfRow(outline, row) === 'branch')
    return `Branch ${words}${leadsNowhere(outline, row) ? ' has no target' : ''}`
  if (node === null) return words
  const parts = [words, kindWord(kindOf(node.type), node.type)]
  if (node.disabled) parts.push('disabled')
  if (node.problem !== null) parts.push(`${node.problem.level}: ${node.problem.words}`)
  if (isFound) parts.push('found')
  return parts.join(', ')
}
