/** What the window shows of a flow by itself. Pure; canvas pixels in, a viewport of React Flow out. */
import { getViewportForBounds, type Viewport } from '@xyflow/react'
import type { CanvasGraph, CanvasNode } from './canvas-graph.ts'

/** Outermost zoom: a flow of 50,000 nodes still fits. */
export const minZoom = 0.005
/** Space around a flow that is shown as a whole, as a part of the window. */
const padding = 0.12
/** A flow is never enlarged beyond this by itself. */
const largest = 1
/** Windows narrower than this are phones and tablets: seen as a whole, most flows would be unreadable there. */
const narrow = 960
/** Names on cards have 9 px at this zoom. */
const readable = 0.45
/** Free pixels before the first card in a narrow window. */
const gap = 16

interface Size {
  width: number
  height: number
}

/** The whole flow. */
export const wholeView = ({ bounds }: CanvasGraph, { width, height }: Size): Viewport =>
  getViewportForBounds(bounds, width, height, minZoom, largest, padding)

/** Where the reading begins: the leftmost trigger, else what nothing leads to, else the leftmost card. */
function startOf(nodes: readonly CanvasNode[]): CanvasNode | undefined {
  const cards = nodes
    .filter(({ kind }) => kind !== 'group' && kind !== 'note')
    .toSorted((a, b) => a.box.x - b.box.x || a.box.y - b.box.y)
  return cards.find(({ kind }) => kind === 'trigger') ?? cards.find(({ incoming }) => incoming === 0) ?? cards[0]
}

/** What a flow opens with: all of it, or, where that could not be read in a narrow window, its beginning. */
export function firstView(graph: CanvasGraph, size: Size): Viewport {
  const whole = wholeView(graph, size)
  const start = startOf(graph.nodes)?.box
  if (size.width >= narrow || whole.zoom >= readable || start === undefined) return whole
  const { bounds } = graph
  const fits = bounds.height * readable <= size.height * (1 - 2 * padding)
  const middle = fits ? bounds.y + bounds.height / 2 : start.y + start.height / 2
  return { x: gap - start.x * readable, y: size.height / 2 - middle * readable, zoom: readable }
}
