/** What goes to the painter of the canvas, and what comes back. Areas are in canvas pixels. */
import type { Box } from '#canvas/geometry/edge-path.ts'
import type { Dress } from '#canvas/model/emphasis.ts'
import type { FontSource } from '#canvas/pen/fonts.ts'
import type { Look } from '#canvas/pen/palette.ts'

/** A part of the canvas as it is to be painted. */
export interface View {
  area: Box
  /** Screen pixels for a canvas pixel. */
  zoom: number
  /** Device pixels for a screen pixel. */
  ratio: number
}

export type TileRequest =
  | { kind: 'open'; look: Look; dress: Dress; fonts: readonly FontSource[] }
  | { kind: 'look'; look: Look }
  | { kind: 'dress'; dress: Dress }
  | { kind: 'view'; view: View; dots: boolean }
  /** The flow in small. */
  | { kind: 'map'; view: View }
  | { kind: 'end' }

export type TileAnswer =
  | { kind: 'tile'; bitmap: ImageBitmap; view: View }
  | { kind: 'map'; bitmap: ImageBitmap; view: View }
  /** Fonts came: what was painted before would look different now. */
  | { kind: 'stale' }
  | { kind: 'failed'; message: string }
