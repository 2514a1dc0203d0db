/** Text of a row of the outline, and its accessible label. Pure. */
import type { Node } from '#contract/flow.ts'
import { rowKinds, type Outline, type OutlineShape, type RowKind } from '#flow/outline/outline.ts'
import { nodeTitle } from '#canvas/model/note-text.ts'
import { hasInside, type OutlineRowData } from './outline-rows.ts'

/** Maximum characters of a note; its panel shows the rest. */
const maxNote = 120

/** The name of a node; of a note its first words. */
function nodeName(node: Node | undefined): string {
  if (node === undefined) return ''
  return node.type === 'note' ? nodeTitle(node).slice(0, maxNote) : nodeTitle(node)
}

export const kindOfRow = ({ kind }: OutlineShape, row: number): RowKind => rowKinds[kind[row] ?? 0] ?? 'node'

/** The visible text of a row. */
export function outlineRowText(outline: Outline, row: number, nodes: readonly Node[]): string {
  const label = outline.label[row] ?? ''
  const name = nodeName(nodes[outline.node[row] ?? -1])
  switch (kindOfRow(outline, row)) {
    case 'node':
      return name
    case 'back':
      return `back to ${name}`
    case 'onward':
      return `continues at ${name}`
    case 'missing':
      return `${label} does not exist`
    default:
      return label || 'out'
  }
}

/** Whether a branch row has no target. */
export const leadsNowhere = (outline: OutlineShape, row: number): boolean =>
  kindOfRow(outline, row) === 'branch' && !hasInside(outline, row)

/** The complete label of a row. */
export function rowLabel(outline: OutlineShape, row: number, { text, node }: OutlineRowData, isFound: boolean): string {
  if (kindOfRow(outline, row) === 'branch') return `Branch ${text}${leadsNowhere(outline, row) ? ' has no target' : ''}`
  if (node === null) return text
  const parts = [text, node.visual.label]
  if (node.disabled) parts.push('disabled')
  if (node.problem !== null) parts.push(`${node.problem.level}: ${node.problem.message}`)
  if (isFound) parts.push('found')
  return parts.join(', ')
}
