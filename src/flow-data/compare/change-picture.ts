/** A flow with its removed parts, for drawing with the marks of the difference. Pure. */
import type { ChangeMark, ChangeMarks } from '#canvas/model/diff-marks.ts'
import type { FlowDiff, PartDiff } from '#flow/diff/diff.ts'
import type { GraphParts } from '#flow-data/model/memoized-flow.ts'
import type { ViewedFlow } from '#flow-data/versions/version-store.ts'
import { unionFlow, type UnionFlow } from './union-flow.ts'

export interface ChangePicture {
  parts: GraphParts
  changes: ChangeMarks
}

/** Marks of nodes or edges in the later version, followed, from index `count` on, by those of removed ones. */
function marksOf({ added, removed, changed, moved }: PartDiff, count: number): Map<number, ChangeMark> {
  return new Map([
    ...added.map((index) => [index, 'added'] as const),
    ...changed.map(({ after }) => [after, 'changed'] as const),
    ...moved.map(({ after }) => [after, 'moved'] as const),
    ...removed.map((_place, index) => [count + index, 'removed'] as const),
  ])
}

/** Marks of a union: its later version first, then the removed parts. */
export function unionChanges({ nodes, edges }: FlowDiff, after: ViewedFlow): ChangeMarks {
  return {
    nodes: marksOf(nodes, after.nodes.length),
    edges: marksOf(edges, after.edges.length),
    moves: new Map(nodes.moved.flatMap(({ after: index, moved }) => (moved === null ? [] : [[index, moved] as const]))),
  }
}

/** Removed parts are at the end of the lists, with their earlier positions. */
export function changePicture(
  now: GraphParts,
  { before, diff }: { before: ViewedFlow; diff: FlowDiff },
  union: UnionFlow = unionFlow(before, now, diff),
): ChangePicture {
  const { nodes, edges } = union
  return { parts: { nodes, edges, validation: now.validation, format: now.format }, changes: unionChanges(diff, now) }
}
