/** Arrow-key navigation on the canvas: along the edges, and between sibling branches. Pure. */
import { boxAt, nodeCountOf, edgesAt, kindAt, middleOf, type SceneData } from '#canvas/scene/scene.ts'
import type { CanvasNode } from '#canvas/model/canvas-graph.ts'
import { nodeLabel } from '#canvas/cards/flow-elements.ts'

const noTargetMessages: Record<ArrowStep, string> = {
  next: 'No next step.',
  previous: 'No previous step.',
  above: 'No step above.',
  below: 'No step below.',
}

/** "No next step. Send reply": announcement of a step without a target, and of the current node. */
export const noTargetText = (card: CanvasNode | undefined, step: ArrowStep): string =>
  card === undefined ? noTargetMessages[step] : `${noTargetMessages[step]} ${card.node.name || card.node.id}`

/** "Ask for the number, Chat app, branch no, 2 of 3": announcement of a step; then the rest of the node's label. */
export function stepText(
  card: CanvasNode,
  { position, of }: Pick<ArrowTarget, 'position' | 'of'>,
  branch: string,
): string {
  const label = nodeLabel(card)
  const head = `${card.node.name || card.node.id}, ${card.visual.label}`
  const way = [branch === '' ? '' : `branch ${branch}`, of > 1 ? `${position} of ${of}` : '']
  return [head, ...way, label.slice(head.length + 2)].filter((part) => part !== '').join(', ')
}

export type ArrowStep = 'next' | 'previous' | 'above' | 'below'

/** Target of a step. */
export interface ArrowTarget {
  /** The node's index. */
  to: number
  /** The edges that lead there, by index among the drawn ones. */
  edges: readonly number[]
  /** Position among several targets, from 1; 1 of 1 if there is no choice. */
  position: number
  of: number
}

const singleTarget = (nodeIndex: number): ArrowTarget | null =>
  nodeIndex === -1 ? null : { to: nodeIndex, edges: [], position: 1, of: 1 }

/** Comparison in reading order: from the top, then from the left. */
function reading(scene: SceneData, a: number, b: number): number {
  const [one, other] = [boxAt(scene, a), boxAt(scene, b)]
  return one.y - other.y || one.x - other.x
}

/** The target of the first step: the start of the flow, else any node. */
function entry(scene: SceneData): number {
  if (scene.start !== -1) return scene.start
  for (let nodeIndex = 0; nodeIndex < nodeCountOf(scene); nodeIndex += 1)
    if (kindAt(scene, nodeIndex) !== 'group') return nodeIndex
  return -1
}

/** The nearest card above or below: cards straight ahead come before those to the side. */
function nearest(scene: SceneData, from: number, step: 'above' | 'below'): number {
  const here = middleOf(boxAt(scene, from))
  const isGroup = kindAt(scene, from) === 'group'
  let [best, least] = [-1, Infinity]
  for (let nodeIndex = 0; nodeIndex < nodeCountOf(scene); nodeIndex += 1) {
    if (nodeIndex === from || (kindAt(scene, nodeIndex) === 'group') !== isGroup) continue
    const there = middleOf(boxAt(scene, nodeIndex))
    const ahead = step === 'below' ? there.y - here.y : here.y - there.y
    if (ahead <= 8) continue
    const distance = ahead + 2 * Math.abs(there.x - here.x)
    if (distance < least) [least, best] = [distance, nodeIndex]
  }
  return best
}

/** The neighbours of a node, each with the edges that lead there, in reading order. */
function neighboursFrom(scene: SceneData, from: number, end: 'source' | 'target'): Map<number, number[]> {
  const otherEnds = end === 'target' ? scene.to : scene.from
  const edgesByNeighbour = new Map<number, number[]>()
  for (const edge of edgesAt(end === 'target' ? scene.outgoing : scene.incoming, from)) {
    const other = otherEnds[edge]
    if (other === undefined || other === from) continue
    const edges = edgesByNeighbour.get(other)
    if (edges === undefined) edgesByNeighbour.set(other, [edge])
    else edges.push(edge)
  }
  return new Map([...edgesByNeighbour].toSorted(([a], [b]) => reading(scene, a, b)))
}

/** The sibling above or below: a node with a common predecessor. */
function siblingTarget(scene: SceneData, here: number, step: 'above' | 'below'): ArrowTarget | null {
  const edgesBySibling = new Map<number, number[]>()
  for (const before of neighboursFrom(scene, here, 'source').keys())
    for (const [node, edges] of neighboursFrom(scene, before, 'target'))
      edgesBySibling.set(node, [...(edgesBySibling.get(node) ?? []), ...edges])
  const order = [...edgesBySibling.keys()].toSorted((a, b) => reading(scene, a, b))
  const at = order.indexOf(here) + (step === 'below' ? 1 : -1)
  const found = edgesBySibling.has(here) ? order[at] : undefined
  return found === undefined
    ? null
    : { to: found, edges: edgesBySibling.get(found) ?? [], position: at + 1, of: order.length }
}

/** The target of a step; null if there is none. From -1 it is the start of the flow. */
export function followArrow(scene: SceneData, from: number, step: ArrowStep): ArrowTarget | null {
  if (from === -1) return singleTarget(entry(scene))
  if (step === 'above' || step === 'below')
    return siblingTarget(scene, from, step) ?? singleTarget(nearest(scene, from, step))
  const neighbours = neighboursFrom(scene, from, step === 'next' ? 'target' : 'source')
  const [first] = neighbours
  return first === undefined ? null : { to: first[0], edges: first[1], position: 1, of: neighbours.size }
}
