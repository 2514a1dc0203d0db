/** A flow with what is gone from it, to be drawn with the marks of its difference. Pure. */
import type { ChangeMark, ChangeMarks } from '#canvas/model/diff-marks.ts'
import type { FlowDiff, PartDiff } from '#flow/diff/diff.ts'
import type { GraphParts } from '#flow-data/model/memoized-flow.ts'
import type { ViewedFlow } from '#flow-data/versions/viewed-version.ts'
import { unionFlow, type UnionFlow } from './union-flow.ts'

export interface ChangePicture {
  parts: GraphParts
  changes: ChangeMarks
}

/** The marks of a part in the later version, and behind its `count` parts those of what is gone. */
function marksOf({ added, removed, changed, moved }: PartDiff, count: number): Map<number, ChangeMark> {
  return new Map([
    ...added.map((place) => [place, 'added'] as const),
    ...changed.map(({ after }) => [after, 'changed'] as const),
    ...moved.map(({ after }) => [after, 'moved'] as const),
    ...removed.map((_place, index) => [count + index, 'removed'] as const),
  ])
}

/** The marks of a union: its later version first, then what is gone. */
export function unionChanges({ nodes, edges }: FlowDiff, after: ViewedFlow): ChangeMarks {
  return {
    nodes: marksOf(nodes, after.nodes.length),
    edges: marksOf(edges, after.edges.length),
    moves: new Map(nodes.moved.flatMap(({ after: place, moved }) => (moved === null ? [] : [[place, moved] as const]))),
  }
}

/** What is gone stands where it was, after all others in the lists. */
export function changePicture(
  now: GraphParts,
  { before, diff }: { before: ViewedFlow; diff: FlowDiff },
  union: UnionFlow = unionFlow(before, now, diff),
): ChangePicture {
  const { nodes, edges } = union
  return { parts: { nodes, edges, validation: now.validation }, changes: unionChanges(diff, now) }
}
