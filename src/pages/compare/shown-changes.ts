/** The marks of a difference as far as they are shown. Pure. */
import type { ChangeMark, ChangeMarks } from '#canvas/model/diff-marks.ts'
import type { ChangeKind } from '#flow-data/compare/change-lines.ts'

/** Kinds that are not shown look like what is the same; where that is shown too, or is all there is, it does not step back. */
export function shownChanges({ nodes, edges, moves }: ChangeMarks, kinds: readonly ChangeKind[]): ChangeMarks {
  const shown = (marks: ReadonlyMap<number, ChangeMark>) =>
    new Map([...marks].filter(([, kind]) => kinds.includes(kind)))
  return {
    nodes: shown(nodes),
    edges: shown(edges),
    moves,
    isSamePlain: kinds.includes('same') || nodes.size + edges.size === 0,
  }
}
