/** What goes to the worker that makes pictures, and what comes back. */
import type { Edge, Finding, Node } from '#contract/flow.ts'
import type { Placement } from '#canvas/model/placement.ts'
import type { Size } from '#flow/place/flow-graph.ts'
import type { LayeredPlaces } from '#flow/layered/layered-graph.ts'
import type { FontSource } from '#canvas/pen/fonts.ts'
import type { ColourPalette } from '#canvas/pen/palette.ts'

/** What comes through the port of a flow. */
export interface PictureFlow {
  nodes: readonly Node[]
  edges: readonly Edge[]
  validation: readonly Finding[]
  /** How it is laid out; null where the flow says where everything is. */
  laid: LayeredPlaces | null
}

/** A node and what an edge joins to it, or these nodes. */
export type PicturePart = { is: 'around'; id: string } | { is: 'selected'; ids: readonly string[] }

export interface PictureSubject {
  /** Of the flow. */
  name: string
  placement: Placement
  /** Null = there is only the whole. */
  part: PicturePart | null
}

export type PictureRequest =
  /** `flow` gives a `PictureFlow`: it does not come by way of the page. */
  | ({ kind: 'open'; flow: MessagePort; fonts: readonly FontSource[] } & PictureSubject)
  | { kind: 'make'; format: 'png' | 'svg'; part: boolean; scale: number; look: ColourPalette }

export type PictureAnswer =
  /** Sizes in canvas pixels: of the whole picture, and of its part. */
  | { kind: 'opened'; whole: Size; part: Size }
  | { kind: 'progress'; done: number }
  | { kind: 'made'; blob: Blob }
  | { kind: 'failed'; message: string }
