/** Where nodes take the pointer, if that is not their box. */
import type { Box } from '#canvas/geometry/box-geometry.ts'
import type { Drawing } from '#canvas/paint/drawing.ts'
import { grown } from './compact-card.ts'
import { boxOfTitle, scaled, type NamePlaces } from './name-boxes.ts'

/**
 * By index of the node, in canvas pixels: the boxes of grown cards, and the titles of notes that have steps on them, whose
 * empty area belongs to the background. The box of a note without a title is empty. `places` null = cards are whole.
 */
export function hitAreas({ nodes }: Drawing, places: NamePlaces | null, zoom: number): Map<number, Box> {
  const areas = new Map<number, Box>()
  for (const [index, name] of places?.names ?? []) {
    const node = nodes[index]
    if (node !== undefined && name !== null && name.grow > 0) areas.set(index, grown(node.box, name.grow / zoom))
  }
  for (const [index, title] of places?.titles ?? []) {
    const node = nodes[index]
    if (node === undefined || node.cardsOnTop.length === 0) continue
    const { box } = node
    areas.set(index, title === null ? { ...box, width: 0, height: 0 } : scaled(boxOfTitle(title, box, zoom), 1 / zoom))
  }
  return areas
}
