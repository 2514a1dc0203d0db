/** From cards to React Flow's nodes. Only what a look changes is made anew, so that the rest is not drawn again. */
import { Position, type Node } from '@xyflow/react'
import { count } from '#lib/count.ts'
import type { CanvasNode } from '#canvas/model/canvas-graph.ts'
import { headPort, rowPort } from '#canvas/model/card-rows.ts'
import type { ChangeMark, ChangeMarks } from '#canvas/model/diff-marks.ts'
import type { EmphasisSources } from '#canvas/scene/node-emphasis.ts'
import { isHolder } from '#canvas/model/is-holder.ts'
import { kindWord } from '#canvas/model/kind-word.ts'
import { notReached, runStrip, type CanvasRunOverlay, type RunStrip } from '#canvas/model/run-strip.ts'

/** `near` = joined to the chosen one by an edge, `selected` = one of several that are. */
export type CardEmphasis = '' | 'near' | 'selected' | 'chosen'

/** `run`: what the run that is laid over says of the node; null = not reached, undefined = none is laid over. */
export type CardNode = Node<
  { card: CanvasNode; look: CardEmphasis; run?: RunStrip | null | undefined },
  'card' | 'group' | 'note'
>

/** React Flow is told where the ports are: nothing has to be measured. */
const portSize = 9

function handlesOf({ shape, box }: CanvasNode): CardNode['handles'] {
  const port = (type: 'source' | 'target', id: string | null, x: number, y: number, position: Position) => ({
    type,
    id,
    position,
    x: x - portSize / 2,
    y: y - portSize / 2,
    width: portSize,
    height: portSize,
  })
  const outs = shape.rows.length === 0 ? [port('source', null, box.width, headPort, Position.Right)] : []
  return [
    port('target', null, 0, headPort, Position.Left),
    ...outs,
    ...shape.rows.map((row, index) => port('source', row.key, box.width, rowPort(shape, index), Position.Right)),
  ]
}

/** The name of a node for those who hear it: name, type, state, and how many edges meet there. */
export function nodeLabel({ node, kind, problem, incoming, outgoing, members }: CanvasNode): string {
  const parts = [node.name || node.id, kindWord(kind, node.type)]
  if (members > 0 || kind === 'group') parts.push(count(members, 'node'))
  if (kind !== 'group' && kind !== 'note') parts.push(`${incoming} in, ${outgoing} out`)
  if (node.disabled) parts.push('disabled')
  if (problem !== null) parts.push(`${problem.level}: ${problem.words}`)
  return parts.join(', ')
}

/** The id of a node's element; ids of nodes may hold anything. */
export const elementId = (prefix: string, place: number): string => `${prefix}-node-${place}`

/** Paper lies below cards, frames below paper. */
const layerOf = { group: -2, note: -1, card: 1 } as const

/** A card as it is mounted, with nothing laid over it. */
export function elementOf(card: CanvasNode, prefix: string): CardNode {
  const type = card.kind === 'group' || card.kind === 'note' ? card.kind : 'card'
  const { x, y, width, height } = card.box
  const attributes = { id: elementId(prefix, card.index), 'aria-roledescription': type === 'card' ? 'node' : type }
  return {
    id: card.key,
    type,
    position: { x, y },
    width,
    height,
    measured: { width, height },
    handles: handlesOf(card),
    zIndex: layerOf[isHolder(card) ? 'group' : type],
    ariaRole: 'group',
    ariaLabel: nodeLabel(card),
    domAttributes: attributes,
    data: { card, look: '' },
  }
}

/** What a run says of a node; null = not reached, undefined = nothing is laid over it. */
function runOf({ kind, index }: CanvasNode, laid: CanvasRunOverlay | null): RunStrip | null | undefined {
  if (laid === null || kind === 'group' || kind === 'note') return undefined
  const run = laid.overlay.nodes[index] ?? null
  return run && runStrip(run, laid.currency)
}

/** "Failed, 3.1 s, €0.004": the run at a node in words; "" where none is laid over. */
export const nodeRunWords = (card: CanvasNode, laid: CanvasRunOverlay | null): string => {
  const run = runOf(card, laid)
  return run === undefined ? '' : run === null ? notReached : run.words
}

function lookAt(place: number, chosen: number, { nodes, isSelection }: EmphasisSources['marked']): CardEmphasis {
  if (place === chosen) return 'chosen'
  if (!nodes.has(place)) return ''
  return isSelection === true ? 'selected' : 'near'
}

const diffClass = (changes: ChangeMarks | null, change: ChangeMark | undefined): string =>
  changes === null || (change === undefined && changes.isSamePlain === true) ? '' : `diff-${change ?? 'same'}`

/** The same element in its dress; without one it is the same object. */
export function withEmphasis(element: CardNode, { chosen, marked, laid, found, changes }: EmphasisSources): CardNode {
  const { card } = element.data
  const place = card.index
  const run = runOf(card, laid)
  const look = lookAt(place, chosen, marked)
  const isDim = found !== null && !found.has(place)
  const change = changes?.nodes.get(place)
  if (run === undefined && look === '' && !isDim && changes === null) return element
  const words = [run === undefined ? '' : run === null ? notReached : run.words, change ?? '']
  return {
    ...element,
    selected: look === 'chosen' || look === 'selected',
    className: [isDim ? 'dim' : '', diffClass(changes, change)].join(' '),
    ariaLabel: [element.ariaLabel ?? '', ...words].filter((part) => part !== '').join(', '),
    data: { card, look, run },
  }
}
