/** A selection of several nodes: its content and its description. Pure. */
import { count } from '#lib/count.ts'
import type { MarkedPath } from '#canvas/scene/node-emphasis.ts'
import { boxAt, edgesAt, isStepAt, kindAt, type SceneData } from '#canvas/scene/scene.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'

/** The nodes at these indexes with the edges between them. Linear in their outgoing edges. */
export function selectedGraph({ outgoing, to, edgeIndex }: SceneData, nodeIndexes: ReadonlySet<number>): MarkedPath {
  const edges = new Set<number>()
  for (const nodeIndex of nodeIndexes)
    for (const edge of edgesAt(outgoing, nodeIndex))
      if (nodeIndexes.has(to[edge] ?? -1)) edges.add(edgeIndex[edge] ?? -1)
  return { nodes: nodeIndexes, edges, isSelection: true }
}

/** Adds or removes a node; null if nothing is left. */
export function toggled(nodeIndexes: ReadonlySet<number> | null, nodeIndex: number): ReadonlySet<number> | null {
  const next = new Set(nodeIndexes)
  if (!next.delete(nodeIndex)) next.add(nodeIndex)
  return next.size === 0 ? null : next
}

/** The bounding box of nodes, canvas pixels; null without any. */
export function boundsOf(scene: Pick<SceneData, 'boxes'>, nodeIndexes: ReadonlySet<number>): Box | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const nodeIndex of nodeIndexes) {
    const { x, y, width, height } = boxAt(scene, nodeIndex)
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return left === Infinity ? null : { x: left, y: top, width: right - left, height: bottom - top }
}

/** "12 steps, 1 note and 14 edges selected"; groups and notes are counted separately. */
export function selectionText(scene: Pick<SceneData, 'kinds'>, { nodes, edges }: MarkedPath): string {
  if (nodes.size === 0) return 'No step is fully inside this area. Select a larger one'
  const all = [...nodes]
  const groups = all.filter((nodeIndex) => kindAt(scene, nodeIndex) === 'group').length
  const notes = all.filter((nodeIndex) => kindAt(scene, nodeIndex) === 'note').length
  const steps = all.filter((nodeIndex) => isStepAt(scene, nodeIndex)).length
  const parts = [
    steps > 0 || groups + notes === 0 ? count(steps, 'step') : '',
    groups > 0 ? count(groups, 'group') : '',
    notes > 0 ? count(notes, 'note') : '',
    steps > 0 ? count(edges.size, 'edge') : '',
  ].filter((part) => part !== '')
  const last = parts.at(-1) ?? ''
  return `${parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`} selected`
}
