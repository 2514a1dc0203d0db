import type { Emphasis } from '#canvas/model/emphasis.ts'
import type { FontSource } from '#canvas/pen/fonts.ts'
import type { ColourPalette } from '#canvas/pen/palette.ts'
import type { Box } from '#canvas/geometry/box-geometry.ts'
import type { HitAreas } from '#canvas/scene/scene.ts'

/** A part of the canvas to paint. */
export interface TileView {
  area: Box
  /** Screen pixels per canvas pixel. */
  zoom: number
  /** Device pixels per screen pixel. */
  ratio: number
}

export type TileRequest =
  | { kind: 'open'; palette: ColourPalette; emphasis: Emphasis; fonts: readonly FontSource[] }
  | { kind: 'palette'; palette: ColourPalette }
  | { kind: 'emphasis'; emphasis: Emphasis }
  | { kind: 'view'; view: TileView; dots: boolean }
  /** The minimap. */
  | { kind: 'map'; view: TileView }
  | { kind: 'end' }

export type TileAnswer =
  | { kind: 'tile'; bitmap: ImageBitmap; view: TileView; hitAreas: HitAreas }
  | { kind: 'map'; bitmap: ImageBitmap; view: TileView }
  /** Fonts were loaded: earlier bitmaps would look different now. */
  | { kind: 'stale' }
  | { kind: 'failed'; message: string }
