/** Limits of what can be drawn, shared by canvas and health. Pure. */
import type { Node } from '#contract/flow.ts'

/**
 * Maximum coordinate in canvas pixels: beyond it, nodes cannot be found at any zoom level, and single-precision numbers
 * no longer distinguish neighbouring pixels.
 */
const farthest = 10_000_000
/** Maximum width and height of a node, in canvas pixels. */
const largestSide = 100_000
/** Maximum number of parallel edges drawn side by side between the same two ports. */
export const maxParallelEdges = 8

const isCoordinate = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= farthest
const isSide = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= largestSide

/** False if the position of a node is out of range or not a number. */
export const hasUsablePlace = ({ position }: Node): boolean =>
  position === null || (isCoordinate(position.x) && isCoordinate(position.y))

const hasUsableSize = ({ size }: Node): boolean => size === null || (isSide(size.width) && isSide(size.height))

/** The node with unusable positions and sizes removed; the same object if nothing changes. */
export function drawable(node: Node): Node {
  const [isPlaced, isSized] = [hasUsablePlace(node), hasUsableSize(node)]
  if (isPlaced && isSized) return node
  return { ...node, position: isPlaced ? node.position : null, size: isSized ? node.size : null }
}
