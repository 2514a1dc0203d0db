/** The marks of a difference, filtered by kind. Pure. */
import type { ChangeMark, ChangeMarks } from '#canvas/model/diff-marks.ts'
import type { ChangeKind } from '#flow-data/compare/change-lines.ts'

/** Hidden kinds look unchanged; if unchanged nodes are shown too, or are all there is, they are not dimmed. */
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
