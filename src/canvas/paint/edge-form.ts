/** The lines of edges at a zoom, between tiles or cards, and their gaps; kept for the last few zooms. Canvas pixels. */
import type { Box, Point } from '#canvas/geometry/box-geometry.ts'
import { cornerSize } from '#canvas/geometry/cut-corners.ts'
import { crossingsOf, gapsOf, type Crossing, type Gap } from '#canvas/geometry/edge-crossings.ts'
import { tileCorners, tileTurn } from '#canvas/geometry/tile-edge.ts'
import { tileBoxOf } from '#canvas/model/tile-box.ts'
import type { Brush } from './brush.ts'
import { isStep, type DrawnEdge, type Drawing } from './drawing.ts'

/** Half of the gap on the screen in an edge that another one crosses. */
export const halfGap = 4
/** Maximum forms that are kept for one flow: of the view, its map and the step of the zoom at which names are placed. */
const maxForms = 4

/** Zoom, and side of tiles in canvas pixels (`Brush`). */
export type Form = Pick<Brush, 'zoom' | 'tile' | 'detail'>

/** The tile of a node; null if it is drawn otherwise. */
export function tileOf({ nodes }: Drawing, nodeIndex: number, side: number): Box | null {
  const node = nodes[nodeIndex]
  return node === undefined || !isStep(node) ? null : tileBoxOf(node.box, side)
}

/** Between cards, crossings are the same at any zoom. */
const cardCrossings = new WeakMap<Drawing, Map<number, Crossing[]>>()

/** The edges of a drawing in one form. */
export class EdgeForm {
  readonly #drawing: Drawing
  readonly #zoom: number
  readonly #tile: number | null
  /** Between tiles; lines between cards are those of the drawing. */
  readonly #corners: (readonly Point[])[] = []
  #crossings: Map<number, Crossing[]> | null = null
  #gaps: Map<number, Gap[]> | null = null

  constructor(drawing: Drawing, { zoom, tile }: Form) {
    this.#drawing = drawing
    this.#zoom = zoom
    this.#tile = tile
  }

  is({ zoom, tile }: Form): boolean {
    return zoom === this.#zoom && tile === this.#tile
  }

  /** The corners of the line that is painted, before its turns are cut. */
  cornersOf(index: number): readonly Point[] {
    const edge = this.#drawing.edges[index]
    if (edge === undefined) return []
    return this.#tile === null ? edge.course.corners : (this.#corners[index] ??= this.#between(edge, this.#tile))
  }

  #between({ course, source, target, fan }: DrawnEdge, side: number): readonly Point[] {
    const [from, to] = [tileOf(this.#drawing, source, side), tileOf(this.#drawing, target, side)]
    return tileCorners(course, { from, to, fan, pixel: 1 / this.#zoom })
  }

  #lines() {
    return this.#drawing.edges.map(({ course, source, target }, index) => ({
      corners: this.cornersOf(index),
      back: course.back,
      source,
      target,
    }))
  }

  #allCrossings(): Map<number, Crossing[]> {
    if (this.#tile !== null) return (this.#crossings ??= crossingsOf(this.#lines(), tileTurn / this.#zoom))
    const crossings = cardCrossings.get(this.#drawing) ?? crossingsOf(this.#lines(), cornerSize)
    cardCrossings.set(this.#drawing, crossings)
    return crossings
  }

  /** Where an edge is crossed by one that is painted later. */
  crossingsOf(index: number): readonly Crossing[] {
    return this.#allCrossings().get(index) ?? []
  }

  /** The gaps of an edge, `halfGap` to either side. */
  gapsOf(index: number): readonly Gap[] {
    this.#gaps ??= gapsOf(this.#lines(), this.#allCrossings(), halfGap / this.#zoom)
    return this.#gaps.get(index) ?? []
  }
}

const formsByDrawing = new WeakMap<Drawing, EdgeForm[]>()

/** The edges in a form. */
export function edgeFormOf(drawing: Drawing, form: Form): EdgeForm {
  const forms = formsByDrawing.get(drawing) ?? []
  const known = forms.find((one) => one.is(form)) ?? new EdgeForm(drawing, form)
  formsByDrawing.set(drawing, [known, ...forms.filter((one) => one !== known)].slice(0, maxForms))
  return known
}
