/** Arrow-key navigation on the canvas: along the edges, and between sibling branches. Pure. */
import { boxAt, nodeCountOf, edgesAt, kindAt, middleOf, type SceneData } from '#canvas/scene/scene.ts'
import type { CanvasNode } from '#canvas/model/canvas-graph.ts'
import { kindWord } from '#canvas/model/kind-word.ts'
import { nodeLabel } from '#canvas/cards/flow-elements.ts'

const nothing: Record<ArrowStep, string> = {
  next: 'No next node.',
  previous: 'No previous node.',
  above: 'No node above.',
  below: 'No node below.',
}

/** "No next node. Send reply": announcement of a step without a target, and of the current node. */
export const stillWords = (card: CanvasNode | undefined, step: ArrowStep): string =>
  card === undefined ? nothing[step] : `${nothing[step]} ${card.node.name || card.node.id}`

/** "Ask for the number, Message, branch no, 2 of 3": announcement of a step; then the rest of the node's label. */
export function stepWords(card: CanvasNode, { place, of }: Pick<ArrowTarget, 'place' | 'of'>, branch: string): string {
  const label = nodeLabel(card)
  const head = `${card.node.name || card.node.id}, ${kindWord(card.kind, card.node.type)}`
  const way = [branch === '' ? '' : `branch ${branch}`, of > 1 ? `${place} of ${of}` : '']
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
  place: number
  of: number
}

const alone = (place: number): ArrowTarget | null => (place === -1 ? null : { to: place, edges: [], place: 1, of: 1 })

/** Comparison in reading order: from the top, then from the left. */
function reading(scene: SceneData, a: number, b: number): number {
  const [one, other] = [boxAt(scene, a), boxAt(scene, b)]
  return one.y - other.y || one.x - other.x
}

/** The target of the first step: the start of the flow, else any node. */
function entry(scene: SceneData): number {
  if (scene.start !== -1) return scene.start
  for (let place = 0; place < nodeCountOf(scene); place += 1) if (kindAt(scene, place) !== 'group') return place
  return -1
}

/** The nearest card above or below: cards straight ahead come before those to the side. */
function nearest(scene: SceneData, from: number, step: 'above' | 'below'): number {
  const here = middleOf(boxAt(scene, from))
  const isGroup = kindAt(scene, from) === 'group'
  let [best, least] = [-1, Infinity]
  for (let place = 0; place < nodeCountOf(scene); place += 1) {
    if (place === from || (kindAt(scene, place) === 'group') !== isGroup) continue
    const there = middleOf(boxAt(scene, place))
    const ahead = step === 'below' ? there.y - here.y : here.y - there.y
    if (ahead <= 8) continue
    const distance = ahead + 2 * Math.abs(there.x - here.x)
    if (distance < least) [least, best] = [distance, place]
  }
  return best
}

/** The neighbours of a node, each with the edges that lead there, in reading order. */
function waysFrom(scene: SceneData, from: number, end: 'source' | 'target'): Map<number, number[]> {
  const far = end === 'target' ? scene.to : scene.from
  const ways = new Map<number, number[]>()
  for (const edge of edgesAt(end === 'target' ? scene.leaving : scene.arriving, from)) {
    const other = far[edge]
    if (other === undefined || other === from) continue
    const edges = ways.get(other)
    if (edges === undefined) ways.set(other, [edge])
    else edges.push(edge)
  }
  return new Map([...ways].toSorted(([a], [b]) => reading(scene, a, b)))
}

/** The sibling above or below: a node with a common predecessor. */
function sibling(scene: SceneData, here: number, step: 'above' | 'below'): ArrowTarget | null {
  const beside = new Map<number, number[]>()
  for (const before of waysFrom(scene, here, 'source').keys())
    for (const [node, edges] of waysFrom(scene, before, 'target'))
      beside.set(node, [...(beside.get(node) ?? []), ...edges])
  const order = [...beside.keys()].toSorted((a, b) => reading(scene, a, b))
  const at = order.indexOf(here) + (step === 'below' ? 1 : -1)
  const found = beside.has(here) ? order[at] : undefined
  return found === undefined ? null : { to: found, edges: beside.get(found) ?? [], place: at + 1, of: order.length }
}

/** The target of a step; null if there is none. From -1 it is the start of the flow. */
export function followArrow(scene: SceneData, from: number, step: ArrowStep): ArrowTarget | null {
  if (from === -1) return alone(entry(scene))
  if (step === 'above' || step === 'below') return sibling(scene, from, step) ?? alone(nearest(scene, from, step))
  const on = waysFrom(scene, from, step === 'next' ? 'target' : 'source')
  const [first] = on
  return first === undefined ? null : { to: first[0], edges: first[1], place: 1, of: on.size }
}
