/** A flow with what is gone from it, to be drawn with the marks of its difference. Pure. */
import type { Change, Changes } from '#canvas/diff-look.ts'
import type { Edge, Node } from '#contract/flow.ts'
import type { PartDiff } from '#flow/diff.ts'
import type { Difference, SeenFlow } from './history-messages.ts'

export interface ChangePicture {
  nodes: Node[]
  edges: Edge[]
  changes: Changes
  /** How far nodes were moved, by their ids. */
  moves: ReadonlyMap<string, { x: number; y: number }>
}

function marksOf(list: readonly { id: string }[], { added, changed, moved }: PartDiff): Map<string, Change> {
  const marks = new Map<string, Change>()
  const mark = (index: number, change: Change) => {
    const id = list[index]?.id
    if (id !== undefined) marks.set(id, change)
  }
  for (const index of added) mark(index, 'added')
  for (const { after } of changed) mark(after, 'changed')
  for (const { after } of moved) mark(after, 'moved')
  return marks
}

/** What is gone stands where it was; where its id is taken again it is in the list alone. */
export function changePicture(flow: SeenFlow, { before, diff }: Difference): ChangePicture {
  const nodes = marksOf(flow.nodes, diff.nodes)
  const edges = marksOf(flow.edges, diff.edges)
  const known = new Set(flow.nodes.map(({ id }) => id))
  const goneNodes = diff.nodes.removed.flatMap((index) => before.nodes[index] ?? []).filter(({ id }) => !known.has(id))
  for (const { id } of goneNodes) nodes.set(id, 'removed')
  const taken = new Set(flow.edges.map(({ id }) => id))
  const goneEdges = diff.edges.removed
    .flatMap((index) => before.edges[index] ?? [])
    .map((edge) => (taken.has(edge.id) ? { ...edge, id: `${edge.id} before` } : edge))
  for (const { id } of goneEdges) edges.set(id, 'removed')
  const moves = diff.nodes.moved.flatMap(({ after, moved }) => {
    const id = flow.nodes[after]?.id
    return id === undefined || moved === null ? [] : [[id, moved] as const]
  })
  return {
    nodes: [...flow.nodes, ...goneNodes],
    edges: [...flow.edges, ...goneEdges],
    changes: { nodes, edges },
    moves: new Map(moves),
  }
}
