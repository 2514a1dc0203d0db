/** Limits of what can be drawn, shared by canvas and health. Pure. */
import type { Node } from '#contract/flow.ts'

/**
 * Maximum coordinate in canvas pixels: beyond it, nodes cannot be found at any zoom level, and single-precision numbers
 * no longer distinguish neighbouring pixels.
 */
const maxCoordinate = 10_000_000
/** Maximum width and height of a node, in canvas pixels. */
const maxSide = 100_000
/** Maximum number of parallel edges drawn side by side between the same two ports. */
export const maxParallelEdges = 8

const isCoordinate = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= maxCoordinate
const isUsableSide = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= maxSide

/** False if the position of a node is out of range or not a number. */
export const hasUsablePosition = ({ position }: Node): boolean =>
  position === null || (isCoordinate(position.x) && isCoordinate(position.y))

const hasUsableSize = ({ size }: Node): boolean =>
  size === null || (isUsableSide(size.width) && isUsableSide(size.height))

/** The node with unusable positions and sizes removed; the same object if nothing changes. */
export function drawable(node: Node): Node {
  const [isPlaced, isSized] = [hasUsablePosition(node), hasUsableSize(node)]
  if (isPlaced && isSized) return node
  return { ...node, position: isPlaced ? node.position : null, size: isSized ? node.size : null }
}
