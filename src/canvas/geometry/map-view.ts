import type { Box } from './box-geometry.ts'

/** In screen pixels. */
export const mapSize = { width: 180, height: 112 }
/** Margin around the flow, as a fraction of the map. */
const margin = 0.06

/** The area of the canvas that the map shows, and its zoom. */
export function mapViewOf(bounds: Box): { area: Box; zoom: number } {
  const { width, height } = mapSize
  const scale = Math.max(bounds.width / (width * (1 - 2 * margin)), bounds.height / (height * (1 - 2 * margin)), 1)
  const [w, h] = [width * scale, height * scale]
  const area = { x: bounds.x + bounds.width / 2 - w / 2, y: bounds.y + bounds.height / 2 - h / 2, width: w, height: h }
  return { area, zoom: 1 / scale }
}
