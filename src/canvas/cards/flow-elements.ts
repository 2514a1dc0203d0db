/**
 * Converts cards to React Flow's nodes. Elements without emphasis stay the same objects, so that they are not
 * re-rendered.
 */
import type { Node } from '@xyflow/react'
import { count } from '#lib/count.ts'
import type { CanvasNode } from '#canvas/model/canvas-graph.ts'
import { isContainer } from '#canvas/model/card-shape.ts'
import type { ChangeMark, ChangeMarks } from '#canvas/model/diff-marks.ts'
import type { EmphasisSources } from '#canvas/scene/node-emphasis.ts'
import { notReached, runStrip, type CanvasRunOverlay, type RunStrip } from '#canvas/model/run-strip.ts'
import { nodeTitle } from '#canvas/model/note-text.ts'

/** `near` = connected to the chosen node by an edge, `selected` = one of several selected nodes. */
export type CardEmphasis = '' | 'near' | 'selected' | 'chosen'

/** `run`: result of the node in the run overlay; null = not reached, undefined = no overlay. */
export type CardNode = Node<
  { card: CanvasNode; emphasis: CardEmphasis; run?: RunStrip | null | undefined },
  'card' | 'frame' | 'note'
>

/** Accessible label of a node: name, visual kind, state, and the number of its edges. */
export function nodeLabel({ node, kind, visual, problem, incoming, outgoing, members }: CanvasNode): string {
  const parts = [nodeTitle(node), visual.label]
  if (members > 0 || kind === 'group') parts.push(count(members, 'node'))
  if (kind !== 'group' && kind !== 'note') parts.push(`${incoming} in, ${outgoing} out`)
  if (node.disabled) parts.push('disabled')
  if (problem !== null) parts.push(`${problem.level}: ${problem.message}`)
  return parts.join(', ')
}

/** The DOM id of a node's element, by index: ids of nodes may contain any characters. */
export const elementId = (prefix: string, nodeIndex: number): string => `${prefix}-node-${nodeIndex}`

/** z-index: notes are below cards, and frames below notes. */
const layerOf = { frame: -2, note: -1, card: 1 } as const

/** Without ports, which React Flow would measure otherwise: edges are painted. */
const noHandles: CardNode['handles'] = []

/** A card as a React Flow node, without emphasis. */
export function elementOf(card: CanvasNode, prefix: string): CardNode {
  const { kind } = card
  const type = kind === 'note' ? kind : kind === 'group' || isContainer(card) ? 'frame' : 'card'
  const { x, y, width, height } = card.box
  const role = kind === 'note' || kind === 'group' ? kind : 'node'
  const attributes = { id: elementId(prefix, card.index), 'aria-roledescription': role }
  return {
    id: card.key,
    type,
    position: { x, y },
    width,
    height,
    measured: { width, height },
    handles: noHandles,
    zIndex: layerOf[type],
    ariaRole: 'group',
    ariaLabel: nodeLabel(card),
    domAttributes: attributes,
    data: { card, emphasis: '' },
  }
}

/** The run strip of a node; null = not reached, undefined = no overlay. */
function runOf({ kind, index }: CanvasNode, runOverlay: CanvasRunOverlay | null): RunStrip | null | undefined {
  if (runOverlay === null || kind === 'group' || kind === 'note') return undefined
  const run = runOverlay.overlay.nodes[index] ?? null
  return run && runStrip(run, runOverlay.currency)
}

/** "Failed, 3.1 s, €0.004": the result of a node in the run overlay, in words; "" without an overlay. */
export const nodeRunText = (card: CanvasNode, runOverlay: CanvasRunOverlay | null): string => {
  const run = runOf(card, runOverlay)
  return run === undefined ? '' : run === null ? notReached : run.description
}

function emphasisAt(
  nodeIndex: number,
  chosen: number,
  { nodes, isSelection }: EmphasisSources['marked'],
): CardEmphasis {
  if (nodeIndex === chosen) return 'chosen'
  if (!nodes.has(nodeIndex)) return ''
  return isSelection === true ? 'selected' : 'near'
}

const diffClass = (changes: ChangeMarks | null, change: ChangeMark | undefined): string =>
  changes === null || (change === undefined && changes.isSamePlain === true) ? '' : `diff-${change ?? 'same'}`

/** The element with its emphasis; the same object if it has none. */
export function withEmphasis(
  element: CardNode,
  { chosen, marked, runOverlay, found, changes }: EmphasisSources,
): CardNode {
  const { card } = element.data
  const nodeIndex = card.index
  const run = runOf(card, runOverlay)
  const emphasis = emphasisAt(nodeIndex, chosen, marked)
  const isDim = found !== null && !found.has(nodeIndex)
  const change = changes?.nodes.get(nodeIndex)
  if (run === undefined && emphasis === '' && !isDim && changes === null) return element
  const words = [run === undefined ? '' : run === null ? notReached : run.description, change ?? '']
  return {
    ...element,
    selected: emphasis === 'chosen' || emphasis === 'selected',
    className: [isDim ? 'dim' : '', diffClass(changes, change)].join(' '),
    ariaLabel: [element.ariaLabel ?? '', ...words].filter((part) => part !== '').join(', '),
    data: { card, emphasis, run },
  }
}
