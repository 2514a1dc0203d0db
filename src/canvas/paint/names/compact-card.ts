/** Where the name of a compact card has room in it. Pure; screen pixels. */
import type { Box } from '#canvas/geometry/box-geometry.ts'
import { rowHeight, rowPort } from '#canvas/model/card-shape.ts'
import { stepZoom } from '#canvas/model/tile-box.ts'
import type { DrawnNode } from '#canvas/paint/drawing.ts'

/**
 * A compact card: where its name begins, and what is left of it for the name; `slack` = how far lines may come closer to its edges than their height.
 */
export const compactName = { left: 28, right: 2, padding: 6, line: 14, slack: 3 }

/** Width of the part of a compact card that holds the name. */
export const nameRoom = ({ box }: DrawnNode, zoom: number): number =>
  box.width * zoom - compactName.left - compactName.right

/** Minimum height of a row with the name of a branch. */
const minRow = 10

/** Whether compact cards name their branches: if their rows are high enough at the lowest zoom of the step. */
export const hasBranchNames = (zoom: number): boolean => rowHeight * stepZoom(zoom) >= minRow

/** Height of the part of a compact card that holds the name: what is above its first branch, with the line between. */
export const compactHead = ({ box, shape }: DrawnNode, zoom: number): number =>
  (shape.rows.length > 0 && hasBranchNames(zoom) ? rowPort(shape, 0) - rowHeight / 2 + 1 : box.height) * zoom

/** What a compact card takes if it grows by this much, in the unit of the box. */
export const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x,
  y: y - by / 2,
  width,
  height: height + by,
})
