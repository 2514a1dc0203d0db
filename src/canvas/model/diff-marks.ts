/** Marks of a difference between two versions on the canvas (docs/design.md, "Difference"). Pure. */

export type ChangeMark = 'added' | 'removed' | 'changed' | 'moved'

/** Changes by index: of nodes, and of edges in the flow's list. */
export interface ChangeMarks {
  nodes: ReadonlyMap<number, ChangeMark>
  edges: ReadonlyMap<number, ChangeMark>
  /** Distances by which nodes were moved, in canvas pixels. */
  moves: ReadonlyMap<number, { x: number; y: number }>
  /** True if unchanged nodes and edges are not dimmed. */
  isSamePlain?: boolean
}
