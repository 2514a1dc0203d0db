import type { CanvasNode } from './canvas-graph.ts'

/** A step that holds others (a loop): its card is a frame round them. */
export const isHolder = ({ kind, members }: Pick<CanvasNode, 'kind' | 'members'>): boolean =>
  members > 0 && kind !== 'group' && kind !== 'note'
