/** From a canvas graph to React Flow's nodes and edges. Only what a selection changes is made anew, so that the rest is not drawn again. */
import { Position, type Edge, type Node } from '@xyflow/react'
import { count } from '#lib/count.ts'
import type { CanvasEdge, CanvasGraph, CanvasNode } from './canvas-graph.ts'
import { headPort, rowPort } from './card-rows.ts'
import { kindWord } from './kind-word.ts'
import { notReached, runStrip, type LaidRun, type RunStrip } from './run-strip.ts'

/** `chosen` = selected, `near` = joined to the selected one by an edge. */
export type Look = '' | 'near' | 'chosen'

/** `run`: what the run that is laid over says of the node; null = not reached, undefined = none is laid over. */
export type CardNode = Node<
  { card: CanvasNode; look: Look; run?: RunStrip | null | undefined },
  'card' | 'group' | 'note'
>
export type CourseEdge = Edge<{ drawn: CanvasEdge; chosen: boolean }, 'course'>

/** React Flow is told where the ports are: nothing has to be measured before the edges can be drawn. */
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
  if (kind === 'group') parts.push(count(members, 'node'))
  else if (kind !== 'note') parts.push(`${incoming} in, ${outgoing} out`)
  if (node.disabled) parts.push('disabled')
  if (problem !== null) parts.push(`${problem.level}: ${problem.words}`)
  return parts.join(', ')
}

/** The id of a node's element; ids of nodes may hold anything. */
export const elementId = (prefix: string, index: number): string => `${prefix}-node-${index}`

/** Edges lie at 0: above frames and paper, below cards. */
const layerOf = { group: -2, note: -1, card: 1 } as const

function baseNode(card: CanvasNode, index: number, prefix: string): CardNode {
  const type = card.kind === 'group' || card.kind === 'note' ? card.kind : 'card'
  const { x, y, width, height } = card.box
  const attributes = { id: elementId(prefix, index), 'aria-roledescription': type === 'card' ? 'node' : type }
  return {
    id: card.key,
    type,
    position: { x, y },
    width,
    height,
    measured: { width, height },
    handles: handlesOf(card),
    zIndex: layerOf[type],
    ariaRole: 'group',
    ariaLabel: nodeLabel(card),
    domAttributes: attributes,
    data: { card, look: '' },
  }
}

function baseEdges(graph: CanvasGraph): CourseEdge[] {
  const names = new Map(graph.nodes.map(({ node }) => [node.id, node.name || node.id]))
  return graph.edges.map((drawn) => {
    const { key, edge, course, fault, more } = drawn
    const label = edge.label ?? edge.source_handle
    return {
      id: key,
      type: 'course',
      source: edge.source,
      target: edge.target,
      ariaLabel: `${names.get(edge.source) ?? edge.source} to ${names.get(edge.target) ?? edge.target}${label === null || label === '' ? '' : `, ${label}`}${more === 0 ? '' : `, and ${count(more, 'edge')} more beside it`}`,
      className: `${course.back ? 'back' : ''} ${fault ? 'fault' : ''}`,
      data: { drawn, chosen: false },
    }
  })
}

export interface FlowElements {
  nodes: CardNode[]
  edges: CourseEdge[]
}

export const flowElements = (graph: CanvasGraph, prefix: string): FlowElements => ({
  nodes: graph.nodes.map((card, index) => baseNode(card, index, prefix)),
  edges: baseEdges(graph),
})

/** Elements of a few nodes only, over a painted flow: edges and frames are painted. `made` keeps them from one slice to the next. */
export function sliceElements(
  graph: CanvasGraph,
  prefix: string,
  places: readonly number[],
  made: Map<number, CardNode>,
): FlowElements {
  const nodes = places.flatMap((place) => {
    const card = graph.nodes[place]
    if (card === undefined || card.kind === 'group') return []
    const node = made.get(place) ?? baseNode(card, place, prefix)
    made.set(place, node)
    return [node]
  })
  return { nodes, edges: [] }
}

const isStep = ({ kind }: CanvasNode) => kind !== 'group' && kind !== 'note'

/** What a run says of a node; null = not reached, undefined = nothing is laid over it. */
function runOf(card: CanvasNode, laid: LaidRun | null): RunStrip | null | undefined {
  if (laid === null || !isStep(card)) return undefined
  const run = laid.overlay.nodes[card.index] ?? null
  return run && runStrip(run, laid.currency)
}

/** "Failed, 3.1 s, €0.004": the run at a node in words; "" where none is laid over. */
export const runWords = (card: CanvasNode, laid: LaidRun | null): string => {
  const run = runOf(card, laid)
  return run === undefined ? '' : run === null ? notReached : run.words
}

/** The same elements with a run laid over them. */
export function withRun({ nodes, edges }: FlowElements, laid: LaidRun | null): FlowElements {
  if (laid === null) return { nodes, edges }
  return {
    nodes: nodes.map((node) => {
      const run = runOf(node.data.card, laid)
      if (run === undefined) return node
      const ariaLabel = `${node.ariaLabel ?? ''}, ${run === null ? notReached : run.words}`
      return { ...node, ariaLabel, data: { ...node.data, run } }
    }),
    edges: edges.map((edge) => {
      const isTaken = edge.data !== undefined && laid.overlay.taken[edge.data.drawn.index] === 1
      return { ...edge, className: `${edge.className ?? ''} ${isTaken ? 'taken' : 'untaken'}` }
    }),
  }
}

/** The same elements with all but the found nodes dimmed; null = nothing is looked for. */
export function withFound({ nodes, edges }: FlowElements, found: ReadonlySet<string> | null): FlowElements {
  if (found === null) return { nodes, edges }
  const dimmed = nodes.map((node) =>
    found.has(node.data.card.node.id) ? node : { ...node, className: `${node.className ?? ''} dim` },
  )
  return { nodes: dimmed, edges }
}

/** A path that is drawn as chosen, by ids. */
export interface Marked {
  nodes: ReadonlySet<string>
  edges: ReadonlySet<string>
}

const isOf = (chosen: string | null, { source, target }: CourseEdge) => source === chosen || target === chosen

/**
 * The same elements with one node chosen; untouched ones stay the same objects. `marked` is the path that is shown in the
 * place of the chosen node's own edges.
 */
export function withChosen(
  { nodes, edges }: FlowElements,
  chosen: string | null,
  marked: Marked | null = null,
): FlowElements {
  if (chosen === null && marked === null) return { nodes, edges }
  const onPath = (edge: CourseEdge) => (marked === null ? isOf(chosen, edge) : marked.edges.has(edge.id))
  const near = marked?.nodes ?? new Set(edges.flatMap((edge) => (isOf(chosen, edge) ? [edge.source, edge.target] : [])))
  return {
    nodes: nodes.map((node) => {
      if (node.id === chosen) return { ...node, selected: true, data: { ...node.data, look: 'chosen' } }
      return near.has(node.id) ? { ...node, data: { ...node.data, look: 'near' } } : node
    }),
    edges: edges.map((edge) =>
      edge.data !== undefined && onPath(edge)
        ? { ...edge, className: `${edge.className ?? ''} chosen`, data: { ...edge.data, chosen: true } }
        : edge,
    ),
  }
}
