/** What is said of a step on the canvas. Pure. */
import type { CanvasNode } from '#canvas/model/canvas-graph.ts'
import { kindWord } from '#canvas/model/kind-word.ts'
import { nodeLabel } from '#canvas/cards/flow-elements.ts'
import type { ArrowStep, ArrowTarget } from './arrow-navigation.ts'

const nothing: Record<ArrowStep, string> = {
  next: 'Nothing follows.',
  previous: 'Nothing leads here.',
  above: 'Nothing above.',
  below: 'Nothing below.',
}

/** "Nothing follows.": a step that led nowhere. */
export const stillWords = (card: CanvasNode | undefined, step: ArrowStep): string =>
  card === undefined ? nothing[step] : `${nothing[step]} ${card.node.name || card.node.id}`

/** "Ask for the number, Message, branch no, 2 of 3": where a step led; then what the label of the node says besides. */
export function stepWords(card: CanvasNode, { place, of }: Pick<ArrowTarget, 'place' | 'of'>, branch: string): string {
  const label = nodeLabel(card)
  const head = `${card.node.name || card.node.id}, ${kindWord(card.kind, card.node.type)}`
  const way = [branch === '' ? '' : `branch ${branch}`, of > 1 ? `${place} of ${of}` : '']
  return [head, ...way, label.slice(head.length + 2)].filter((part) => part !== '').join(', ')
}
