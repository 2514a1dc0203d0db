/** What stands in a row of the outline, and what is heard of it. Pure. */
import { kindWord } from '#canvas/kind-word.ts'
import type { Node } from '#contract/flow.ts'
import { kindOf } from '#flow/node-kind.ts'
import { hasInside } from './outline-rows.ts'
import { rowKinds, type Outline, type RowKind } from '#flow/outline.ts'
import type { Problem } from '#flow/problems.ts'
import { textOf } from '#lib/json.ts'

/** More of a note is for its panel. */
const maxNote = 120

/** The name of a node, of a note its first words. */
function nodeName(node: Node | undefined): string {
  if (node === undefined) return ''
  if (node.type !== 'note') return node.name || node.id
  const text = textOf(node.config['text']) || node.notes || node.name || node.id
  const line = text.split('\n').find((one) => one.trim() !== '') ?? node.id
  return line.replace(/^#+[ \t]*/, '').slice(0, maxNote)
}

export const kindOfRow = ({ kind }: Outline, row: number): RowKind => rowKinds[kind[row] ?? 0] ?? 'node'

/** The words of a row, as they are seen. */
export function rowWords(outline: Outline, row: number, nodes: readonly Node[]): string {
  const label = outline.label[row] ?? ''
  const name = nodeName(nodes[outline.node[row] ?? -1])
  switch (kindOfRow(outline, row)) {
    case 'node':
      return name
    case 'back':
      return `back to ${name}`
    case 'onward':
      return `goes on at ${name}`
    case 'missing':
      return `${label} does not exist`
    default:
      return label || 'out'
  }
}

export interface RowState {
  problem: Problem | undefined
  /** It is one of those that were found. */
  isFound: boolean
}

/** A branch that leads nowhere says so. */
export const leadsNowhere = (outline: Outline, row: number): boolean =>
  kindOfRow(outline, row) === 'branch' && !hasInside(outline, row)

/** All of a row for those who hear it. */
export function rowLabel(outline: Outline, row: number, nodes: readonly Node[], state: RowState): string {
  const words = rowWords(outline, row, nodes)
  const kind = kindOfRow(outline, row)
  if (kind === 'branch') return `Branch ${words}${leadsNowhere(outline, row) ? ' leads to nothing' : ''}`
  const node = nodes[outline.node[row] ?? -1]
  if (kind !== 'node' || node === undefined) return words
  const parts = [words, kindWord(kindOf(node.type), node.type)]
  if (node.disabled) parts.push('disabled')
  if (state.problem !== undefined) parts.push(`${state.problem.level}: ${state.problem.words}`)
  if (state.isFound) parts.push('found')
  return parts.join(', ')
}
