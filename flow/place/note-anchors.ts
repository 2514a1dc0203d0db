/** Finds the step that a note describes, so that both are placed together. */
import type { Node } from '#contract/flow.ts'
import { cardSize, isStep } from '#flow/node-kind.ts'
import { firstFrom } from '#lib/binary-search.ts'

/** Maximum number of steps examined on each side of a note. */
const maxCompared = 250

/** Steps of one container from left to right. */
interface Row {
  steps: number[]
  x: Float64Array
}

/** Distance between a step and a note's frame, and, to break ties, between their top-left corners. */
function distance(note: Node, step: Node): { gap: number; corner: number } {
  const [a, b] = [note.position ?? { x: 0, y: 0 }, step.position ?? { x: 0, y: 0 }]
  const { width, height } = note.size ?? cardSize
  const across = Math.max(0, b.x - a.x - width, a.x - b.x - cardSize.width)
  const down = Math.max(0, b.y - a.y - height, a.y - b.y - cardSize.height)
  return { gap: Math.hypot(across, down), corner: Math.hypot(b.x - a.x, b.y - a.y) }
}

/** The nearest step of a row; -1 if there is none. */
function nearest(note: Node, { steps, x }: Row, nodes: readonly Node[]): number {
  const left = note.position?.x ?? 0
  const startAt = firstFrom(x, left)
  let best = -1
  let least = { gap: Infinity, corner: Infinity }
  for (let at = Math.max(0, startAt - maxCompared); at < Math.min(steps.length, startAt + maxCompared); at += 1) {
    const index = steps[at] ?? -1
    const step = nodes[index]
    if (step === undefined) continue
    const own = distance(note, step)
    if (own.gap > least.gap || (own.gap === least.gap && own.corner >= least.corner)) continue
    best = index
    least = own
  }
  return best
}

function rowsOf(nodes: readonly Node[], parent: Int32Array): Map<number, Row> {
  const lists = new Map<number, number[]>()
  for (const [index, node] of nodes.entries()) {
    if (!isStep(node) || node.position === null) continue
    const container = parent[index] ?? -1
    const list = lists.get(container)
    if (list === undefined) lists.set(container, [index])
    else list.push(index)
  }
  return new Map(
    [...lists].map(([container, list]) => {
      const steps = list.toSorted((a, b) => (nodes[a]?.position?.x ?? 0) - (nodes[b]?.position?.x ?? 0))
      return [container, { steps, x: Float64Array.from(steps, (step) => nodes[step]?.position?.x ?? 0) }]
    }),
  )
}

/**
 * For each note, the index of the step in the same container that it describes, else -1. With positions, this is the
 * step that the note lies on or is nearest to; else the next step in the list, or the previous one if there is none.
 */
export function noteAnchors(nodes: readonly Node[], parent: Int32Array): Int32Array {
  const anchors = new Int32Array(nodes.length).fill(-1)
  const rows = rowsOf(nodes, parent)
  const nextStep = new Map<number, number>()
  for (let index = nodes.length - 1; index >= 0; index -= 1) {
    const node = nodes[index]
    const container = parent[index] ?? -1
    if (node === undefined) continue
    if (isStep(node)) nextStep.set(container, index)
    else if (node.type === 'note') {
      const row = node.position === null ? undefined : rows.get(container)
      anchors[index] = row === undefined ? (nextStep.get(container) ?? -1) : nearest(node, row, nodes)
    }
  }
  const previousStep = new Map<number, number>()
  for (const [index, node] of nodes.entries()) {
    const container = parent[index] ?? -1
    if (isStep(node)) previousStep.set(container, index)
    else if (node.type === 'note' && anchors[index] === -1) anchors[index] = previousStep.get(container) ?? -1
  }
  return anchors
}
