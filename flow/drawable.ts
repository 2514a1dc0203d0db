/** What of a flow can be drawn as it is given: limits that canvas and health share. Pure. */
import type { Node } from '#contract/flow.ts'

/**
 * Beyond this many canvas pixels nothing can be found again at any zoom, and single-precision numbers no longer tell
 * neighbouring pixels apart.
 */
const farthest = 10_000_000
/** Paper and frames are never larger than this on a side. */
const largestSide = 100_000
/** Edges between the same two ports that are drawn side by side; of more than these nobody could follow one. */
export const mostParallel = 8

const isCoordinate = (value: unknown): boolean =>
  typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= farthest
const isSide = (value: unknown): boolean => typeof value === 'number' && value >= 0 && value <= largestSide

/** False where a node names a place at which it cannot be drawn: no number, or out of reach. */
export const hasUsablePlace = ({ position }: Node): boolean =>
  position === null || (isCoordinate(position.x) && isCoordinate(position.y))

const hasUsableSize = ({ size }: Node): boolean => size === null || (isSide(size.width) && isSide(size.height))

/** A node as it can be drawn: a place or size that cannot be counts as not given. The same object where nothing changes. */
export function drawable(node: Node): Node {
  const [isPlaced, isSized] = [hasUsablePlace(node), hasUsableSize(node)]
  if (isPlaced && isSized) return node
  return { ...node, position: isPlaced ? node.position : null, size: isSized ? node.size : null }
}
