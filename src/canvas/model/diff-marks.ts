/** How a difference of two versions looks on the canvas (docs/design.md, "Difference"). Pure. */

export type ChangeMark = 'added' | 'removed' | 'changed' | 'moved'

/** What differs, by places: of nodes, and of edges in the flow's list. */
export interface ChangeMarks {
  nodes: ReadonlyMap<number, ChangeMark>
  edges: ReadonlyMap<number, ChangeMark>
  /** How far nodes were moved, canvas pixels. */
  moves: ReadonlyMap<number, { x: number; y: number }>
  /** What is the same does not step back: it is looked at as well. */
  isSamePlain?: boolean
}
